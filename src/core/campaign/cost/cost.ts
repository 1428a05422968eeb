import { DOLLARS_PER_MILLION, FREE_A_DAY } from './prices.ts'
import type { Spent } from './spent.ts'

/** What a campaign has cost, and what it costs a page. */
export interface Cost {
  spent: Spent
  /** Beyond what a plan includes. */
  dollars: number
  /** Null until there is a page, as everything per page here. */
  perPage: Spent | null
  perRelevantPage: Spent | null
  dollarsPerMillionPages: number | null
  dollarsPerMillionRelevantPages: number | null
  /** How many pages a day the free plan would pay for, were this campaign alone. */
  freePagesPerDay: number | null
}

export const FIGURES = Object.keys(DOLLARS_PER_MILLION) as (keyof Spent)[]

/** What the costs are divided by: fetches that were charged, whatever came of them, and pages with a score. */
interface Pages {
  fetched: number
  relevant: number
}

export function costOf(spent: Spent, { fetched, relevant }: Pages): Cost {
  const dollars = dollarsFor(spent)
  const perPage = dividedBy(spent, fetched)
  return {
    spent: { ...spent },
    dollars,
    perPage,
    perRelevantPage: dividedBy(spent, relevant),
    dollarsPerMillionPages: fetched === 0 ? null : (1_000_000 * dollars) / fetched,
    dollarsPerMillionRelevantPages: relevant === 0 ? null : (1_000_000 * dollars) / relevant,
    freePagesPerDay: perPage && freePages(perPage),
  }
}

export function dollarsFor(spent: Spent): number {
  return FIGURES.reduce((sum, name) => sum + dollarsOf(name, spent[name]), 0)
}

/** Beyond what a plan includes. */
export function dollarsOf(name: keyof Spent, amount: number): number {
  return (amount * DOLLARS_PER_MILLION[name]) / 1e6
}

function dividedBy(spent: Spent, count: number): Spent | null {
  if (count === 0) return null
  const each = { ...spent }
  for (const name of FIGURES) each[name] /= count
  return each
}

/** The allowance that is used up first decides; null when nothing is used at all. */
export function freePages(perPage: Spent): number | null {
  const used = FIGURES.filter((name) => perPage[name] > 0)
  if (used.length === 0) return null
  return Math.floor(Math.min(...used.map((name) => FREE_A_DAY[name] / perPage[name])))
}
