import { isDoublePrecision, isRegression, looksAtSiblings, looksBeyondParents } from './kinds.ts'
import type { EstimatorName } from './names.ts'

/** What a policy keeps in memory, in bytes. */
export interface Footprint {
  /** For each known node. */
  known: number
  /** For each node in the frontier, beyond that. */
  queued: number
  /** For each known link. */
  link: number
}

const FIRST_LEVEL_ROW = 4 * 8
const SECOND_LEVEL_SUMS = 3 * 8
const CRAWLED_SCORE = 8
const LINKS_OF_A_NODE = 4 * 4
const LINK = 4 * 4
const POSITION = 4

/** The columns of the estimators and of what they share, by what one item of each takes. */
export function footprintOf(arms: readonly EstimatorName[]): Footprint {
  const looksFar = arms.some(looksBeyondParents)
  let known = arms.length * POSITION + arms.reduce((sum, arm) => sum + (OWN_COLUMN[arm] ?? 0), 0)
  if (arms.some(isRegression)) known += FIRST_LEVEL_ROW
  if (looksFar) known += CRAWLED_SCORE + LINKS_OF_A_NODE
  if (arms.some(looksAtSiblings)) known += SECOND_LEVEL_SUMS
  if (arms.includes('lr_sl')) known += SECOND_LEVEL_SUMS
  return {
    known,
    queued: arms.reduce((sum, arm) => sum + placeBytes(arm), 0),
    link: looksFar ? LINK : 0,
  }
}

const OWN_COLUMN: Partial<Record<EstimatorName, number>> = { bfs: 4, opic: 8, nr: 16 }

/** A place in a heap: the id and its key. */
function placeBytes(arm: EstimatorName): number {
  return 4 + (isDoublePrecision(arm) ? 8 : 4)
}
