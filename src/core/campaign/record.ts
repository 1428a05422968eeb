import type { HostId } from '../graph/host-table.ts'
import type { Links } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { Choice } from '../rank/choice.ts'
import type { Outcome } from './outcome.ts'
import type { Spec } from './spec.ts'

/** One row of a campaign's log. Everything a campaign is follows from its records in order. */
export type CampaignRecord = Created | Begun | Step | Edited | Flushed

interface Common {
  at: number
  /** How far the log has reached D1, as known when this was written. */
  flushedSeq: number
  next: Next
}

export interface Created extends Common {
  kind: 'created'
  id: string
  spec: Spec
  discovered: Discovered
}

/**
 * The reserved fetch is about to be sent. Written only when the reservation is so old that the
 * object may have been evicted since; see `mayHaveStarted`.
 */
interface Begun extends Common {
  kind: 'begun'
}

/** What came of the reserved fetch. */
export interface Step extends Common {
  kind: 'step'
  node: NodeId
  outcome: Outcome
  /** 0 when no response came. */
  httpStatus: number
  requestedAt: number
  durationMs: number
  bodyBytes: number
  /** β, quantised. */
  score: number
  /** What the policy expected when it chose the node; undefined for a seed, which nobody chose. */
  estimate: number | undefined
  title: string
  /** What the host asks for, in ms; 0 when it asks for nothing. */
  crawlDelayMs: number
  links: number
  barredLinks: number
  discovered: Discovered
  /** Of a redirect there is one: where it leads. Link scores are quantised. */
  edges: Links
}

/** A user's word. */
interface Edited extends Common {
  kind: 'edited'
  edit: Edit
}

export const EDITS = ['pause', 'resume'] as const
export type Edit = (typeof EDITS)[number]

/** Everything up to `flushedSeq` is in D1 and no later record is due to say so. */
interface Flushed extends Common {
  kind: 'flushed'
}

/** Hosts and nodes met for the first time; ids go on from the last known. */
export interface Discovered {
  origins: string[]
  nodes: NewNode[]
}

export interface NewNode {
  host: HostId
  path: string
}

/** What the campaign does after this record. */
export type Next =
  /** As before: a fetch is under way, or the campaign rests as it did. */
  | { kind: 'keep' }
  | Reserve
  /** Nothing is reserved: paused. What was reserved is back in the frontier. */
  | { kind: 'rest' }
  | { kind: 'end'; reason: EndReason }

/** The next fetch and the decision behind it; estimates and terms are quantised. */
export interface Reserve extends Choice {
  kind: 'reserve'
  dueAt: number
  /** Of a bandit's arms, at the time, in the order of the policy. */
  armMeans: number[]
}

export const END_REASONS = ['budget_exhausted', 'frontier_empty'] as const
export type EndReason = (typeof END_REASONS)[number]
