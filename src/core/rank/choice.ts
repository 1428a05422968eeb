import type { NodeId } from '../graph/node-table.ts'
import type { Motive } from './bandits/bandit.ts'
import type { EstimatorName, Terms } from './names.ts'

/** How a node came to be chosen by its arm. */
export const PICKS = ['best', 'altered', 'batch', 'random'] as const

/** The next node and why. */
export interface Choice {
  node: NodeId
  arm: EstimatorName
  /** Why this arm. */
  motive: Motive
  /** How this arm picked: its best, one close to it, the next of a batch, or any. */
  pick: (typeof PICKS)[number]
  /** Undefined for a seed, which nobody estimates. */
  estimate: number | undefined
  terms: Terms
  runnerUp: { node: NodeId; estimate: number | undefined } | undefined
  /** Chosen along with it, to be crawled after it in this order. */
  batch: NodeId[]
}
