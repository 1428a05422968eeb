import type { NodeId } from '../../graph/node-table.ts'
import type { Log } from '../ports.ts'
import type { Outcome } from '../outcomes.ts'
import type { SkipReason } from '../skip-reasons.ts'
import type { CampaignState } from '../state/state.ts'
import type { Decision } from './decisions.ts'
import type { Exclusion } from './exclusion-reasons.ts'
import type { NextFetch, NodeEstimate } from './frontier-preview.ts'

export interface ExplainArgs {
  /** The URL in normal form. */
  url: string
  /** Whether it points into a private network, which a campaign cannot know. */
  isPrivate: boolean
  /** The time of the query: the last record of an idle campaign may be old. */
  now: number
}

/** A known node to be explained. */
export interface Subject extends Pick<ExplainArgs, 'url' | 'now'> {
  node: NodeId
  state: CampaignState
  log: Log
}

/** What became of a URL, and why. */
export type Explanation =
  | CrawledExplanation
  | WaitingExplanation
  | ReservedExplanation
  | ExcludedExplanation
  | UnknownExplanation

interface CommonExplanation {
  /** The URL in normal form. */
  url: string
  /** The explanation in words. */
  why: string
}

interface KnownExplanation extends CommonExplanation {
  depth: number
  /** The record that first named the URL. */
  foundIn: number
}

/** What is specific to an explanation; `explainUrl` adds what all known URLs have. */
export type ExplanationBody<E extends KnownExplanation> = E extends KnownExplanation
  ? Omit<E, 'url' | 'depth' | 'foundIn'>
  : never

/** It was fetched, whatever the outcome: why at that moment. */
export interface CrawledExplanation extends KnownExplanation {
  kind: 'crawled'
  /** The record of its last visit. */
  seq: number
  fetchedAt: number
  outcome: Outcome
  /** 0 without a response. */
  httpStatus: number
  title: string
  /** The current score: the user's label, if there is one. */
  score: number
  isLabelled: boolean
  estimate: number | null
  redirectsTo: string | null
  decision: Decision | null
}

export const WAITING_REASONS = [
  'paused',
  'budget_spent',
  'repeated_faults',
  'shelved',
  'awaiting_retry',
  'out_of_scope',
  'given_up',
  'host_limit',
  'site_limit',
  'host_pace',
  'site_busy',
  'outranked',
] as const
export type WaitingReason = (typeof WAITING_REASONS)[number]

/** It may yet be fetched: why not yet. */
export interface WaitingExplanation extends KnownExplanation, NodeEstimate {
  kind: 'waiting'
  blockers: WaitingReason[]
  /** How many nodes currently rank higher, the reserved one included; null outside the frontier. */
  ahead: { count: number; isLowerBound: boolean } | null
  /** When its host may be requested again; null: at any time. */
  hostReadyAt: number | null
  /** When it is retried after a failure; null without one. */
  retryAt: number | null
}

/** It is next, or being fetched. */
export interface ReservedExplanation extends KnownExplanation {
  kind: 'reserved'
  decision: NextFetch
}

/** It was not fetched, and will not be. */
export interface ExcludedExplanation extends KnownExplanation {
  kind: 'excluded'
  /** `stopped`: the campaign was stopped first. */
  reason: Exclusion | 'stopped'
  /** The record that says so; null when it has none of its own. */
  seq: number | null
  /** The fetched page that it is another URL of. */
  aliasOf: string | null
  hint: string
}

/** It was never found, or the link was skipped. */
export interface UnknownExplanation extends CommonExplanation {
  kind: 'unknown'
  /** What would become of a link to it if the campaign continued; `stopped`: it never does. */
  wouldBe: 'accepted' | SkipReason | 'stopped'
}
