import type { Outcome } from '../outcomes.ts'
import type { Decision } from './decisions.ts'
import type { SkipReason } from '../skip-reasons.ts'
import type { Appraisal } from './appraisal.ts'
import type { Exclusion } from './exclusion-reasons.ts'
import type { NextFetch } from './frontier-preview.ts'

/** Where a URL stands, and why. */
export type Explanation =
  | CrawledExplanation
  | WaitingExplanation
  | ReservedExplanation
  | NeverExplanation
  | UnknownExplanation

interface Answer {
  /** In normal form. */
  url: string
  /** In words. */
  why: string
}

/** Of a URL that the campaign has met. */
interface Met extends Answer {
  depth: number
  /** The record that first named it. */
  metIn: number
}

/** It was asked for, whatever came of it: why then. */
export interface CrawledExplanation extends Met {
  kind: 'crawled'
  /** The record that tells of it. */
  seq: number
  fetchedAt: number
  outcome: Outcome
  /** 0 when no response came. */
  httpStatus: number
  title: string
  /** As it is now: a user's verdict, if there is one. */
  score: number
  isLabelled: boolean
  estimate: number | null
  /** Where it leads, if it does. */
  movedTo: string | null
  decision: Decision | null
}

export const WAITING_REASONS = [
  'paused',
  'budget_spent',
  'faults',
  'shelved',
  'resting',
  'out_of_scope',
  'given_up',
  'host_limit',
  'site_limit',
  'host_pace',
  'behind',
] as const
export type WaitingReason = (typeof WAITING_REASONS)[number]

/** It may yet be fetched: why not yet. */
export interface WaitingExplanation extends Met, Appraisal {
  kind: 'waiting'
  because: WaitingReason[]
  /** Nodes that come first by what is expected now, the reserved one included; null for one out of the frontier. */
  ahead: { count: number; isAtLeast: boolean } | null
  /** When its host may be asked; null: at any time. */
  hostReadyAt: number | null
  /** When it comes back after a failure; null when it does not rest. */
  restsUntil: number | null
}

/** It is next, or being fetched. */
export interface ReservedExplanation extends Met {
  kind: 'reserved'
  decision: NextFetch
}

/** It was not asked for, and will not be. */
export interface NeverExplanation extends Met {
  kind: 'never'
  /** `stopped`: the campaign is over. */
  reason: Exclusion | 'stopped'
  /** The record that says so; null when there is none of its own. */
  seq: number | null
  /** The page whose other name it is. */
  movedTo: string | null
  change: string
}

/** It was never met, or not taken: how it would be judged now. */
export interface UnknownExplanation extends Answer {
  kind: 'unknown'
  /** Were the campaign to go on, if it does not run; `stopped`: it never does. */
  wouldBe: 'taken' | SkipReason | 'stopped'
}
