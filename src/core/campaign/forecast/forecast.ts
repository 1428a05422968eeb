import { dollarsOf, FIGURES, freePages } from '../cost/cost.ts'
import { ANSWER_MS, spentOnAPage } from './page-figures.ts'
import type { Spec } from '../../spec/spec.ts'
import type { Spent } from '../cost/spent.ts'

const DAY_MS = 86_400_000

/** What a campaign that spends its whole budget would take. */
export interface Forecast {
  /** By its rate alone: it cannot be done sooner. */
  leastMs: number
  /** If it finds nothing but pages of its seeds' sites, which each have their pace. */
  onSeedSitesMs: number
  /** Beyond what a plan includes, at the pace of the seeds' sites. */
  dollars: number
  /** What it is made of. */
  parts: Record<keyof Spent, { amount: number; dollars: number }>
  perPage: Spent
  freePagesADay: number
  /** How long the free plan would take to pay for it, were it alone; no less than it lasts. */
  freePlanDays: number
}

/** `sitePacesMs`: the pause that each site of its seeds gets, its own wishes included. */
export function forecast({ budget, rate }: Spec, sitePacesMs: readonly number[]): Forecast {
  const leastMs = (budget - 1) * (60_000 / rate.perMinute)
  const onSeedSitesMs = Math.max(leastMs, budget * ANSWER_MS, onSitesMs(budget, sitePacesMs))
  const takesTurns = sitePacesMs.some((paceMs) => paceMs > 0)
  const perPage = spentOnAPage(onSeedSitesMs / budget, takesTurns)
  const freePagesADay = freePages(perPage)!
  return {
    leastMs,
    onSeedSitesMs,
    ...priceOf(perPage, budget),
    perPage,
    freePagesADay,
    freePlanDays: Math.max(onSeedSitesMs / DAY_MS, budget / freePagesADay),
  }
}

/**
 * Each site gives its first page at once and one more after each answer and pause, side by side
 * with the others.
 */
function onSitesMs(budget: number, pacesMs: readonly number[]): number {
  const pagesAMs = pacesMs.reduce((sum, paceMs) => sum + 1 / (paceMs + ANSWER_MS), 0)
  return Math.max(0, budget - pacesMs.length) / pagesAMs
}

function priceOf(perPage: Spent, budget: number): Pick<Forecast, 'dollars' | 'parts'> {
  const parts = FIGURES.map((name) => {
    const amount = perPage[name] * budget
    return [name, { amount, dollars: dollarsOf(name, amount) }] as const
  })
  const dollars = parts.reduce((sum, [, part]) => sum + part.dollars, 0)
  return { dollars, parts: Object.fromEntries(parts) as Forecast['parts'] }
}
