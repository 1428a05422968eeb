import type { Spec } from '../spec/spec.ts'
import { BATCH_RECORDS, STALE_MS } from './results/result-sync.ts'
import { WORTH_WAITING_MS } from './tick/awake.ts'
import { STAYS_IN_MEMORY_MS } from './tick/plan.ts'
import { dollarsOf, FIGURES, freePages } from './cost/cost.ts'
import { noUsage, type Usage } from './cost/usage.ts'

const DAY_MS = 86_400_000

/** What a campaign would take to spend its whole budget. */
export interface Forecast {
  /** The minimum time that its rate allows. */
  minDurationMs: number
  /** The time it takes if all pages are on its seeds' sites, each at its own pace. */
  seedSitesDurationMs: number
  /** The price at the pace of the seeds' sites, ignoring what the plan includes. */
  dollars: number
  /** What the price is made of. */
  breakdown: Record<keyof Usage, { amount: number; dollars: number }>
  perPage: Usage
  freePagesPerDay: number
  /** How many days of the free plan it takes, with this campaign alone; at least its duration. */
  freePlanDays: number
}

/** `sitePacesMs`: the pause for each site of the seeds, its Crawl-delay included. */
export function forecast(
  { budget, rate, parallel }: Spec,
  sitePacesMs: readonly number[],
): Forecast {
  const minDurationMs = (budget - 1) * (60_000 / rate.perMinute)
  const seedSitesDurationMs = Math.max(
    minDurationMs,
    (budget * ANSWER_MS) / Math.min(parallel, sitePacesMs.length),
    onSitesMs(budget, sitePacesMs),
  )
  const needsLeases = sitePacesMs.some((paceMs) => paceMs > 0)
  const perPage = usagePerPage(seedSitesDurationMs / budget, needsLeases)
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

/** Each site gives its first page at once, then one after each answer and pause, all sites in parallel. */
function onSitesMs(budget: number, pacesMs: readonly number[]): number {
  const pagesAMs = pacesMs.reduce((sum, paceMs) => sum + 1 / (paceMs + ANSWER_MS), 0)
  return Math.max(0, budget - pacesMs.length) / pagesAMs
}

function priceOf(perPage: Usage, budget: number): Pick<Forecast, 'dollars' | 'breakdown'> {
  const parts = FIGURES.map((name) => {
    const amount = perPage[name] * budget
    return [name, { amount, dollars: dollarsOf(name, amount) }] as const
  })
  const dollars = parts.reduce((sum, [, part]) => sum + part.dollars, 0)
  return { dollars, breakdown: Object.fromEntries(parts) as Forecast['breakdown'] }
}

// Rows and requests per page were measured on the running product: `npm run bench -- rows`, the
// table "Rows written" of docs/benchmarks.md.

/** Costs when the next fetch is due at once: the object stays awake for it. */
const AT_ONCE = { rowsWritten: 1.034, requests: 0.026 }
/** Costs at one page a second: each fetch needs its own alarm. */
const APART = { rowsWritten: 2.042, requests: 1.025 }
/** A lease of the site that campaigns share: the difference between "polite" and "apart". */
const LEASE_REQUESTS = 1
/**
 * The results store gets one row per page, and another per page with a score. Nobody knows
 * beforehand how many will have one, so all are assumed to.
 */
const RESULT_ROWS = 2

/**
 * The time from the request to the last byte. Not measured, since nobody waits on loopback: the order of
 * magnitude for a page of an ordinary public site.
 */
const ANSWER_MS = 800

/**
 * What a page takes that is fetched `gapMs` after the one before it, which may be under way until
 * then. Rows read are left out: they are a thousandth of the price.
 */
function usagePerPage(gapMs: number, needsLeases: boolean): Usage {
  const idleMs = Math.max(0, gapMs - ANSWER_MS)
  const isAwake = idleMs < WORTH_WAITING_MS
  const { rowsWritten, requests } = isAwake ? AT_ONCE : APART
  return {
    ...noUsage(),
    // A fetch reserved so long ahead has a `begun` record of its own.
    rowsWritten: rowsWritten + (idleMs >= STAYS_IN_MEMORY_MS ? 1 : 0),
    requests: requests + (needsLeases ? LEASE_REQUESTS : 0),
    awakeMs: Math.min(ANSWER_MS, gapMs) + (isAwake ? idleMs : 0),
    // Each batch also writes the campaign's own row.
    resultRowsWritten: RESULT_ROWS + Math.min(1, Math.max(1 / BATCH_RECORDS, gapMs / STALE_MS)),
  }
}
