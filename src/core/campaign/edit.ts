import type { Links } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { EstimatorName } from '../rank/names.ts'
import type { Discovered } from './event.ts'
import type { Patch } from '../spec/patch.ts'

/** Append-only: a record holds the place in this list. */
export const EDITS = ['pause', 'resume', 'patch', 'seeds', 'label', 'stop'] as const

/** A user's word, as the log keeps it. */
export type Edit =
  | { kind: 'pause' }
  | { kind: 'resume' }
  /** A campaign that is stopped stays stopped. */
  | { kind: 'stop' }
  | { kind: 'patch'; patch: Patch }
  | Seeds
  | Label

/** Whether a ranker has to be told the log anew: the one thing an edit does that reads more than its record. */
export function changesPolicy(edit: Edit): boolean {
  return edit.kind === 'patch' && edit.patch.policy !== undefined
}

/** Nodes to be fetched before everything else: those not fetched yet, the known among them included. */
export interface Seeds {
  kind: 'seeds'
  discovered: Discovered
  nodes: readonly NodeId[]
}

/** A verdict on a crawled page: its score from now on. */
export interface Label {
  kind: 'label'
  /** The step that crawled it. */
  seq: number
  node: NodeId
  score: number
  /** The score it had. */
  was: number
  /** Who chose the page, to be paid accordingly; undefined for a seed. */
  arm: EstimatorName | undefined
  /** Where it links, as its step recorded. */
  edges: Links
}
