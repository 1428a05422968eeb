import { dollarsOf, FIGURES, freePages } from '../cost/cost.ts'
import { ANSWER_MS, spentOnAPage } from './page-figures.ts'
import type { Spec } from '../../spec/spec.ts'
import type { Spent } from '../cost/spent.ts'

const DAY_MS = 86_400_000

/** What a campaign that spends its whole budget would take. */
export interface Forecast {
  /** By its rate alone: it cannot be done sooner. */
  minDurationMs: number
  /** If it finds nothing but pages of its seeds' sites, which each have their pace. */
  seedSitesDurationMs: number
  /** Beyond what a plan includes, at the pace of the seeds' sites. */
  dollars: number
  /** What it is made of. */
  breakdown: Record<keyof Spent, { amount: number; dollars: number }>
  perPage: Spent
  freePagesPerDay: number
  /** How long the free plan would take to pay for it, were it alone; no less than it lasts. */
  freePlanDays: number
}

/** `sitePacesMs`: the pause that each site of its seeds gets, its own wishes included. */
export function forecast({ budget, rate }: Spec, sitePacesMs: readonly number[]): Forecast {
  const minDurationMs = (budget - 1) * (60_000 / rate.perMinute)
  const seedSitesDurationMs = Math.max(
    minDurationMs,
    budget * ANSWER_MS,
    onSitesMs(budget, sitePacesMs),
  )
  const takesTurns = sitePacesMs.some((paceMs) => paceMs > 0)
  const perPage = spentOnAPage(seedSitesDurationMs / budget, takesTurns)
  const freePagesPerDay = freePages(perPage)!
  return {
    minDurationMs,
    seedSitesDurationMs,
    ...priceOf(perPage, budget),
    perPage,
    freePagesPerDay,
    freePlanDays: Math.max(seedSitesDurationMs / DAY_MS, budget / freePagesPerDay),
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

function priceOf(perPage: Spent, budget: number): Pick<Forecast, 'dollars' | 'breakdown'> {
  const parts = FIGURES.map((name) => {
    const amount = perPage[name] * budget
    return [name, { amount, dollars: dollarsOf(name, amount) }] as const
  })
  const dollars = parts.reduce((sum, [, part]) => sum + part.dollars, 0)
  return { dollars, breakdown: Object.fromEntries(parts) as Forecast['breakdown'] }
}
