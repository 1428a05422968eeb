import type { HostId } from '../graph/host-table.ts'
import type { Fingerprint } from '../../lib/fingerprint.ts'
import type { SipKey } from '../../lib/siphash.ts'
import type { EdgeClasses, Links } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { Choice } from '../rank/strategy.ts'
import type { Sums } from '../rank/features/first-level.ts'
import type { Edit } from './edit.ts'
import type { Outcome } from './outcomes.ts'
import type { Skips } from './skip-reasons.ts'
import type { Spec } from '../spec/spec.ts'
import type { Usage } from './cost/usage.ts'

/** One row of a campaign's log. The state of a campaign is the fold of its records. */
export type CampaignRecord = CampaignEvent & {
  readonly next: Next
  /**
   * Reserved fetches that were released before this decision, as they were not under way. Undefined
   * where that is clear by itself: all of them after an edit, none after a step or without a decision.
   */
  readonly released?: readonly NodeId[] | undefined
}

/** What happened. */
export type CampaignEvent =
  | Created
  | Begun
  | Step
  | Edited
  | Flushed
  | Faulted
  | Recall
  | Rebuild
  | Scheduled

export interface EventBase {
  readonly at: number
  /** The last record that the results store was known to have when this was written. */
  readonly flushedSeq: number
  /** What the platform charged for since the previous record. */
  readonly spent: Usage
}

export interface Created extends EventBase {
  readonly kind: 'created'
  readonly id: string
  readonly owner: string
  readonly spec: Spec
  readonly discovered: Discovered
  /** The secret key of all URL hashes, which no site can predict. */
  readonly salt: SipKey
}

/**
 * The reserved fetch is about to be sent. Written only when the reservation is so old that the
 * object may have been evicted since; see `mayHaveStarted`.
 */
interface Begun extends EventBase {
  readonly kind: 'begun'
  /** Undefined where only one is reserved. */
  readonly node: NodeId | undefined
}

/** The outcome of the reserved fetch. */
export interface Step extends EventBase {
  readonly kind: 'step'
  readonly node: NodeId
  readonly outcome: Outcome
  /** 0 when no response came. */
  readonly httpStatus: number
  readonly requestedAt: number
  readonly durationMs: number
  readonly bodyBytes: number
  /** β, quantised. */
  readonly score: number
  /** What the policy expected when it chose the node; undefined for a seed. */
  readonly estimate: number | undefined
  readonly title: string
  /** What the host asks for, in ms; 0 when it asks for nothing. */
  readonly crawlDelayMs: number
  readonly links: number
  /** Links of the page that were not followed, by reason. */
  readonly skips: Skips
  /**
   * Requests sent beside the one for a page: for robots.txt or a sitemap. Charged to the side budget;
   * after a crash, as many as may have been sent.
   */
  readonly sideRequests: number
  /** What went wrong on our side, in words; empty unless the outcome is `fault`. */
  readonly fault: string
  /** The page asks not to be listed among results. */
  readonly noindex: boolean
  /** The failure is transient: the node waits, and is retried. */
  readonly retry: boolean
  /**
   * The record that this one replaces in the results: the previous failed attempt, or the last
   * version of a page that is fetched again. 0 for none.
   */
  readonly replaces: number
  /** The page was read before, in the record that this one `replaces`. */
  readonly revisit: boolean
  /** When the host may be requested again, if it or its shared lease says so; 0 if the pace decides. */
  readonly retryAt: number
  /** The Content-Signal of the host, if it is new. */
  readonly contentSignals: string | undefined
  readonly discovered: Discovered
  /** A redirect has one: its target. Link scores are quantised. */
  readonly edges: Links
  /** The classes of the edges, if the policy looks at them. */
  readonly linkClasses: EdgeClasses | undefined
  /** Edges whose author qualifies them by `rel`. */
  readonly qualifiedLinks: readonly QualifiedLink[]
  /** Only in logs from before this had a separate record. */
  readonly recalled: Recalled
  /** The node of the page's canonical URL, an alias that is never fetched. */
  readonly alias: NodeId | undefined
  /** Nodes that are sitemaps or feeds, to be fetched before everything else. */
  readonly sitemaps: readonly NodeId[]
  /** The simhash of the text of a page that says something new, if it is long enough for one. */
  readonly simhash: Fingerprint | undefined
  /** The text is nearly that of another page, under a title of its own. */
  readonly resembles: boolean
  /** The keys of the page's URL patterns, by which traps are recognised. */
  readonly patterns: readonly Fingerprint[]
  /** Records of version 2 have one key of 32 bits in their place. */
  readonly pattern: number | undefined
}

/** A user edited the campaign. */
export interface Edited extends EventBase {
  readonly kind: 'edited'
  readonly edit: Edit
}

/** A tick failed on our side without having sent a request. */
interface Faulted extends EventBase {
  readonly kind: 'faulted'
  readonly fault: string
}

/** The results store has everything up to `flushedSeq`, and no later record is due to say so. */
interface Flushed extends EventBase {
  readonly kind: 'flushed'
}

/**
 * Shelved nodes are back in the frontier, and the next choice is made. No node comes back if the
 * choice only had to wait until a new policy knew the log.
 */
interface Recall extends EventBase {
  readonly kind: 'recalled'
  readonly recalled: Recalled
}

/** The results store is to be filled again, from the first record on. */
interface Rebuild extends EventBase {
  readonly kind: 'rebuild'
}

/** Further fetches are reserved while others take longer than usual. */
interface Scheduled extends EventBase {
  readonly kind: 'scheduled'
}

/** An edge with `rel=nofollow`, `ugc` or `sponsored`. */
export interface QualifiedLink {
  /** Its index among the edges. */
  readonly edge: number
  readonly rel: LinkRel[]
}

/** Shelved nodes that return to the frontier, with their sums as the log gives them. */
export interface Recalled {
  readonly nodes: readonly NodeId[]
  readonly sums: readonly Sums[]
}

/** New hosts and nodes; their ids continue from the last known. */
export interface Discovered {
  readonly origins: string[]
  /** The site that each origin belongs to, at the same index. */
  readonly sites: string[]
  readonly nodes: NewNode[]
}

export interface NewNode {
  readonly host: HostId
  readonly path: string
}

/** What the campaign does after this record. */
export type Next =
  /** Nothing changes: a fetch is under way, or the campaign stays idle. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'reserve'; readonly fetches: readonly PlannedFetch[] }
  /** Nothing is reserved: the campaign is paused, or about to search the shelf. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'end'; readonly reason: EndReason }

/** A fetch to come and the decision behind it; estimates and terms are quantised. */
export interface PlannedFetch extends Readonly<Choice> {
  readonly dueAt: number
  /** The mean rewards of a bandit's arms at the time, in the order of the policy. */
  readonly armMeans: readonly number[]
}

/** Append-only: a record holds the index in this list. */
export const END_REASONS = [
  'budget_exhausted',
  'frontier_empty',
  'limits_reached',
  'side_budget_spent',
] as const
export type EndReason = (typeof END_REASONS)[number]

/** Append-only: a record holds indices in this list. */
export const LINK_RELS = ['nofollow', 'ugc', 'sponsored'] as const
export type LinkRel = (typeof LINK_RELS)[number]
