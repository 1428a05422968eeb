import type { Usage } from './usage.ts'

/** What a campaign has cost, in total and per page. */
export interface Cost {
  spent: Usage
  /** The price at paid rates, ignoring what the plan includes. */
  dollars: number
  /** Null until there is a page, like every figure per page. */
  perPage: Usage | null
  perRelevantPage: Usage | null
  dollarsPerMillionPages: number | null
  dollarsPerMillionRelevantPages: number | null
  /** How many pages a day the free plan would pay for, with this campaign alone. */
  freePagesPerDay: number | null
}

/**
 * Cloudflare's prices of Durable Objects and of its database, which is the results store, as of
 * November 2026: dollars per million beyond what the paid plan includes.
 * https://developers.cloudflare.com/durable-objects/platform/pricing
 * and https://developers.cloudflare.com/d1/platform/pricing
 */
const DOLLARS_PER_MILLION: Usage = {
  requests: 0.15,
  // $12.50 per million GB-seconds; an object is billed as 0.128 GB.
  awakeMs: (12.5 * 0.128) / 1000,
  rowsRead: 0.001,
  rowsWritten: 1,
  resultRowsRead: 0.001,
  resultRowsWritten: 1,
}

/** The figures in the order in which prices are added up and shown. */
export const FIGURES = Object.keys(DOLLARS_PER_MILLION) as (keyof Usage)[]

/** What the free plan allows a day; operations beyond it fail. */
const FREE_A_DAY: Usage = {
  requests: 100_000,
  // 13,000 GB-seconds.
  awakeMs: (13_000 / 0.128) * 1000,
  rowsRead: 5_000_000,
  rowsWritten: 100_000,
  resultRowsRead: 5_000_000,
  resultRowsWritten: 100_000,
}

/** What costs are divided by: all charged fetches, whatever their outcome, and pages with a score. */
interface PageCounts {
  fetched: number
  relevant: number
}

export function costOf(spent: Usage, { fetched, relevant }: PageCounts): Cost {
  const dollars = dollarsFor(spent)
  const perPage = divide(spent, fetched)
  return {
    spent: { ...spent },
    dollars,
    perPage,
    perRelevantPage: divide(spent, relevant),
    dollarsPerMillionPages: fetched === 0 ? null : (1_000_000 * dollars) / fetched,
    dollarsPerMillionRelevantPages: relevant === 0 ? null : (1_000_000 * dollars) / relevant,
    freePagesPerDay: perPage && freePages(perPage),
  }
}

export function dollarsFor(usage: Usage): number {
  return FIGURES.reduce((sum, name) => sum + dollarsOf(name, usage[name]), 0)
}

/** The price of one figure, ignoring what the plan includes. */
export function dollarsOf(name: keyof Usage, amount: number): number {
  return (amount * DOLLARS_PER_MILLION[name]) / 1e6
}

function divide(usage: Usage, count: number): Usage | null {
  if (count === 0) return null
  const each = { ...usage }
  for (const name of FIGURES) each[name] /= count
  return each
}

/** The allowance that is used up first decides; null when nothing is used at all. */
export function freePages(perPage: Usage): number | null {
  const used = FIGURES.filter((name) => perPage[name] > 0)
  if (used.length === 0) return null
  return Math.floor(Math.min(...used.map((name) => FREE_A_DAY[name] / perPage[name])))
}
