import { RECORDS_A_BATCH, STALE_MS } from '../results/flush.ts'
import { WORTH_WAITING_MS } from '../tick/awake.ts'
import { STAYS_IN_MEMORY_MS } from '../tick/plan.ts'
import { nothingSpent, type Spent } from '../cost/spent.ts'

// What a page takes of the platform, for forecasts. Rows and requests were measured on the running
// product: `npm run bench -- rows`, the table "Rows written" of docs/benchmarks.md.

/** The next fetch is due at once: the object stays awake for it. */
const AT_ONCE = { rowsWritten: 1.034, requests: 0.026 }
/** A page a second: each has an alarm of its own. */
const APART = { rowsWritten: 2.042, requests: 1.025 }
/** A turn asked of the site that campaigns share: what "polite" has beyond "apart". */
const TURN_REQUESTS = 1
/**
 * Rows of D1 are one a page, and one more for a page with a score: how many will have one nobody
 * knows beforehand, so all are taken to.
 */
const D1_ROWS = 2

/**
 * From a request to the last byte. Not measured, for on loopback nobody waits: what a page of an
 * ordinary public site takes, as an order of magnitude.
 */
export const ANSWER_MS = 800

/** Of a page fetched `gapMs` after the one before it. Rows read are left out: a thousandth of the price. */
export function spentOnAPage(gapMs: number, takesTurns: boolean): Spent {
  const idleMs = Math.max(0, gapMs - ANSWER_MS)
  const isAwake = idleMs < WORTH_WAITING_MS
  const { rowsWritten, requests } = isAwake ? AT_ONCE : APART
  return {
    ...nothingSpent(),
    // A fetch reserved so long ahead has a `begun` record of its own.
    rowsWritten: rowsWritten + (idleMs >= STAYS_IN_MEMORY_MS ? 1 : 0),
    requests: requests + (takesTurns ? TURN_REQUESTS : 0),
    awakeMs: ANSWER_MS + (isAwake ? idleMs : 0),
    // And the campaign's own at each flush.
    d1RowsWritten: D1_ROWS + Math.min(1, Math.max(1 / RECORDS_A_BATCH, gapMs / STALE_MS)),
  }
}
