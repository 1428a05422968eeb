import type { Archive } from '../../lib/archive.ts'
import type { Links } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { Queue } from '../graph/queue.ts'
import type { Sums } from './features/first-level.ts'
import type { EstimatorName } from './names.ts'
import type { Terms } from './terms.ts'

/** A crawled page: what it scored and where it links. Its targets are known by now. */
export interface Page {
  node: NodeId
  score: number
  links: Links
}

/**
 * Gives each frontier node an estimate of its score, kept up to date as pages are crawled. The
 * frontier in the order of that estimate is its queue.
 */
export interface Estimator {
  readonly name: EstimatorName
  readonly queue: Queue
  /** β̃, in the scale of scores where the paper has one. */
  estimate: (node: NodeId) => number
  terms: (node: NodeId) => Terms
  /** The key in the queue of a node with that estimate; the estimate itself unless given. */
  keyOf?: (estimate: number) => number
  /** The key of a node that comes back to the frontier, with its first-level sums. */
  returned: (node: NodeId, sums: Sums) => number
  /** A node joined the frontier; its key in the queue is 0 so far. */
  added?: (node: NodeId) => void
  /** A node was given, not found. If it is in the queue, its key is infinite. */
  seeded?: (node: NodeId) => void
  /** The features of a frontier node have changed. */
  touched?: (node: NodeId) => void
  /** A page was crawled, and the features know. */
  crawled?: (page: Page) => void
  /** A page was crawled again, and the features know. `was` is what was told of it before. */
  recrawled?: (page: Page, was: Page) => void
  /** A page turned out to be elsewhere, and the features know. */
  moved?: (from: NodeId, to: NodeId) => void
  /** What the page scored, with the features it had when it was chosen. */
  learn?: (example: Float64Array, score: number) => void
  /** The features to learn from. */
  example?: (node: NodeId) => Float64Array
  /** Before the queue is asked for its best: whatever was put off. */
  refresh?: () => void
  /** Whatever it keeps beside its queue. */
  archive?: (archive: Archive) => void
}
