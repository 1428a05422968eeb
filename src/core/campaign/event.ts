import type { HostId } from '../graph/host-table.ts'
import type { Fingerprint } from '../../lib/fingerprint.ts'
import type { SipKey } from '../../lib/siphash.ts'
import type { Links } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { Choice } from '../rank/strategy.ts'
import type { Sums } from '../rank/features/first-level.ts'
import type { Edit } from './edit.ts'
import type { Outcome } from './outcomes.ts'
import type { Skips } from './skip-reasons.ts'
import type { Spec } from '../spec/spec.ts'
import type { Usage } from './cost/usage.ts'

/** What one row of a campaign's log says. A campaign is what its records, in order, make of it. */
export type CampaignRecord = CampaignEvent & { readonly next: Next }

/** What happened. */
export type CampaignEvent = Created | Begun | Step | Edited | Flushed | Faulted | Recall | Rebuild

export interface EventBase {
  readonly at: number
  /** How far the results store has come with the log, as known when this was written. */
  readonly flushedSeq: number
  /** What the platform charged for since the record before. */
  readonly spent: Usage
}

export interface Created extends EventBase {
  readonly kind: 'created'
  readonly id: string
  readonly owner: string
  readonly spec: Spec
  readonly discovered: Discovered
  /** The key of all hashes by which URLs are known: what no site may foresee. */
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

/** What came of the reserved fetch. */
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
  /** What the policy expected when it chose the node; undefined for a seed, which nobody chose. */
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
  /** The failure may pass: the node rests, and is tried again. */
  readonly retry: boolean
  /**
   * The record whose place this one takes among the results: the failed attempt before, or the last
   * version of a page that is fetched again. 0 for none.
   */
  readonly replaces: number
  /** The page was read before, in the record that this one `replaces`. */
  readonly revisit: boolean
  /** When the host may be asked again, where it or others who visit it say so; 0 where the pace does. */
  readonly retryAt: number
  /** What the host wishes to be done with its pages, where that is news. */
  readonly contentSignals: string | undefined
  readonly discovered: Discovered
  /** A redirect has one: its target. Link scores are quantised. */
  readonly edges: Links
  /** Edges whose author qualifies them by `rel`. */
  readonly qualifiedLinks: readonly QualifiedLink[]
  /** Only in logs from before this had a record of its own. */
  readonly recalled: Recalled
  /** The node that is this page under the name it wants to be known by: never to be fetched. */
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
 * Shelved nodes are back in the frontier, and the next choice is made: none of them where a choice
 * only had to wait until a new policy knew the log.
 */
interface Recall extends EventBase {
  readonly kind: 'recalled'
  readonly recalled: Recalled
}

/** The results store is to be filled again, from the first record on. */
interface Rebuild extends EventBase {
  readonly kind: 'rebuild'
}

/** An edge with `rel=nofollow`, `ugc` or `sponsored`. */
export interface QualifiedLink {
  /** Its place among the edges. */
  readonly edge: number
  readonly rel: LinkRel[]
}

/** Shelved nodes that return to the frontier, with their sums as the log gives them. */
export interface Recalled {
  readonly nodes: readonly NodeId[]
  readonly sums: readonly Sums[]
}

/** Hosts and nodes met for the first time; ids go on from the last known. */
export interface Discovered {
  readonly origins: string[]
  /** The site that each origin belongs to, at the same place. */
  readonly sites: string[]
  readonly nodes: NewNode[]
}

export interface NewNode {
  readonly host: HostId
  readonly path: string
}

/** What the campaign does after this record. */
export type Next =
  /** Nothing changes: a fetch is under way, or the campaign rests as it did. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'reserve'; readonly fetches: readonly PlannedFetch[] }
  /** Nothing is reserved: paused, or to go on with what is shelved. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'end'; readonly reason: EndReason }

/** A fetch to come and the decision behind it; estimates and terms are quantised. */
export interface PlannedFetch extends Readonly<Choice> {
  readonly dueAt: number
  /** The mean rewards of a bandit's arms at the time, in the order of the policy. */
  readonly armMeans: readonly number[]
}

/** Append-only: a record holds the place in this list. */
export const END_REASONS = [
  'budget_exhausted',
  'frontier_empty',
  'limits_reached',
  'side_budget_spent',
] as const
export type EndReason = (typeof END_REASONS)[number]

/** Append-only: a record holds places in this list. */
export const LINK_RELS = ['nofollow', 'ugc', 'sponsored'] as const
export type LinkRel = (typeof LINK_RELS)[number]
