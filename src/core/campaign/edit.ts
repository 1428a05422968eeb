import type { Links } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { EstimatorName } from '../rank/names.ts'
import type { Discovered } from './event.ts'
import type { Patch } from '../spec/patch.ts'

/** Append-only: a record holds the index in this list. */
export const EDITS = ['pause', 'resume', 'patch', 'seeds', 'label', 'stop'] as const

/** A user's edit, as the log keeps it. */
export type Edit =
  | { kind: 'pause' }
  | { kind: 'resume' }
  /** A campaign that is stopped stays stopped. */
  | { kind: 'stop' }
  | { kind: 'patch'; patch: Patch }
  | Seeds
  | Label

/** Whether a new ranker has to learn the log: the only edit that reads more than its own record. */
export function changesPolicy(edit: Edit): boolean {
  return edit.kind === 'patch' && edit.patch.policy !== undefined
}

/** Seeds to fetch before everything else: new nodes, and known ones that were not fetched yet. */
export interface Seeds {
  kind: 'seeds'
  discovered: Discovered
  nodes: readonly NodeId[]
}

/** A user's label for a crawled page: its score from now on. */
export interface Label {
  kind: 'label'
  /** The step that crawled it. */
  seq: number
  node: NodeId
  score: number
  /** The score it had. */
  was: number
  /** The arm that chose the page, and is rewarded accordingly; undefined for a seed. */
  arm: EstimatorName | undefined
  /** Its links, as its step recorded them. */
  edges: Links
}
