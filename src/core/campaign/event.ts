import type { HostId } from '../graph/host-table.ts'
import type { Fingerprint } from '../../lib/fingerprint.ts'
import type { SipKey } from '../../lib/siphash.ts'
import type { Links } from '../graph/known-links.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { Choice } from '../rank/choice.ts'
import type { Sums } from '../rank/features/first-level.ts'
import type { Edit } from './edit.ts'
import type { Outcome } from './outcomes.ts'
import type { Skips } from './skip-reasons.ts'
import type { Spec } from '../spec/spec.ts'
import type { Usage } from './cost/usage.ts'

/** One row of a campaign's log. Everything a campaign is follows from its records in order. */
export type CampaignRecord = Created | Begun | Step | Edited | Flushed | Faulted | Recall | Rebuild

export interface Common {
  at: number
  /** How far the log has reached D1, as known when this was written. */
  flushedSeq: number
  /** Since the record before. */
  spent: Usage
  next: Next
}

export interface Created extends Common {
  kind: 'created'
  id: string
  owner: string
  spec: Spec
  discovered: Discovered
  /** The key of all hashes by which URLs are known: what no site may foresee. */
  salt: SipKey
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
  /** Of the page's links. */
  skips: Skips
  /**
   * Requests sent beside the one for a page: for robots.txt or a sitemap. Charged to the side budget;
   * after a crash, as many as may have been sent.
   */
  sideRequests: number
  /** What went wrong on our side, in words; empty unless the outcome is `fault`. */
  fault: string
  /** The page asks not to be listed among results. */
  noindex: boolean
  /** The failure may pass: the node rests, and is tried again. */
  retry: boolean
  /** The record of the attempt before, whose place this one takes among the results; 0 for none. */
  replaces: number
  /** When the host may be asked again, where it or others who visit it say so; 0 where the pace does. */
  retryAt: number
  /** What the host wishes to be done with its pages, where that is news. */
  contentSignals: string | undefined
  discovered: Discovered
  /** Of a redirect there is one: where it leads. Link scores are quantised. */
  edges: Links
  /** Of the edges that their author does not vouch for: which, and in what words. */
  doubts: Doubt[]
  /** Only in logs from before this had a record of its own. */
  recalled: Recalled
  /** The node that is this page under the name it wants to be known by: never to be fetched. */
  alias: NodeId | undefined
  /** Nodes that are lists of a site's pages, to be asked for before everything else. */
  sitemaps: readonly NodeId[]
  /** Of the text of a page that says something new: its simhash, if it is long enough for one. */
  print: Fingerprint | undefined
  /** The text is nearly that of another page, under a title of its own. */
  resembles: boolean
  /** Of the URL of a page: the keys under which the watch for traps judges its like. */
  patterns: readonly Fingerprint[]
  /** In their place, in records of version 2 alone: a key of 32 bits. */
  pattern: number | undefined
}

/** A user's word. */
export interface Edited extends Common {
  kind: 'edited'
  edit: Edit
}

/** A tick failed on our side without having sent a request. */
export interface Faulted extends Common {
  kind: 'faulted'
  fault: string
}

/** Everything up to `flushedSeq` is in D1 and no later record is due to say so. */
interface Flushed extends Common {
  kind: 'flushed'
}

/**
 * Shelved nodes are back in the frontier, and the next choice is made: none of them where a choice
 * only had to wait until a new policy knew the log.
 */
export interface Recall extends Common {
  kind: 'recalled'
  recalled: Recalled
}

/** Everything is to be sent to D1 anew, from the first record on. */
interface Rebuild extends Common {
  kind: 'rebuild'
}

/** `rel=nofollow`, `ugc` or `sponsored` on a link. */
export interface Doubt {
  /** Its place among the edges. */
  edge: number
  rel: LinkRel[]
}

/** Shelved nodes that return to the frontier, with their sums as the log gives them. */
export interface Recalled {
  nodes: readonly NodeId[]
  sums: readonly Sums[]
}

/** Hosts and nodes met for the first time; ids go on from the last known. */
export interface Discovered {
  origins: string[]
  /** Of each origin, the site it belongs to. */
  sites: string[]
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
  /** Nothing is reserved: paused, or to go on with what is shelved. What was reserved is back in the frontier. */
  | { kind: 'rest' }
  | { kind: 'end'; reason: EndReason }

/** The next fetch and the decision behind it; estimates and terms are quantised. */
export interface Reserve extends Choice {
  kind: 'reserve'
  dueAt: number
  /** Of a bandit's arms, at the time, in the order of the policy. */
  armMeans: number[]
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
