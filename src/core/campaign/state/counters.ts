import { isCharged, traitsOf, type Outcome } from '../outcomes.ts'
import type { Skips } from '../skip-reasons.ts'

/** Outcomes of a fetch: each fetch counts under one of these, so that they add up to `fetched`. */
export const FETCH_COUNTERS = [
  'pages',
  'duplicates',
  'otherLanguage',
  'redirected',
  'failed',
  'retried',
  'busy',
  'interrupted',
  'notModified',
] as const
export type FetchCounter = (typeof FETCH_COUNTERS)[number]

/** What may happen to a node without a fetch. */
const SKIP_COUNTERS = [
  /** Postponed attempts: the host had just stated its pace, or its robots.txt could not be fetched. */
  'postponed',
  /** Nodes in a private network. */
  'refused',
  /** Nodes and links that robots.txt disallows. */
  'disallowed',
  /** Nodes of a URL pattern most of whose fetched pages were near-duplicates. */
  'givenUp',
  /** Nodes that a narrower scope left outside after they were discovered. */
  'outOfScope',
  /** Nodes that need a side request when the side budget is spent. */
  'sideBudgetSpent',
  /** Sitemaps and feeds requested. */
  'sitemaps',
] as const
export type SkipCounter = (typeof SKIP_COUNTERS)[number]

const TOTALS = [
  /** Fetches charged to the budget: the sum of `FETCH_COUNTERS`. */
  'fetched',
  /** Pages with a score above zero. */
  'relevant',
  /** The sum of the scores of all pages. */
  'score',
  /** The highest score that a topic of the campaign has given; a new topic leaves it. */
  'bestScore',
  /** Pages that ask not to be listed, and are not. */
  'unlisted',
  /** Links to new pages that were dropped for lack of room. */
  'leftOut',
  /** Requests for robots.txt, sitemaps and feeds, which have a separate budget. */
  'sideRequests',
  'bodyBytes',
] as const

const COUNTERS = [...TOTALS, ...FETCH_COUNTERS, ...SKIP_COUNTERS]

/** Totals over a campaign's steps. */
export type Counters = Record<(typeof COUNTERS)[number], number>

export function noCounters(): Counters {
  return Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Counters
}

/** The part of a step that is counted. */
interface CountedStep {
  outcome: Outcome
  retry: boolean
  noindex: boolean
  bodyBytes: number
  sideRequests: number
  skips: Skips
}

/** Score and relevance are counted separately: a page that is fetched again has one score, not two. */
export function countStep(counters: Counters, step: CountedStep): void {
  counters.fetched += Number(isCharged(step.outcome))
  counters.bodyBytes += step.bodyBytes
  counters.disallowed += step.skips.robots ?? 0
  counters.sideRequests += step.sideRequests
  counters.unlisted += Number(step.noindex)
  counters.leftOut += step.skips.no_room ?? 0
  counters[counterOf(step)]++
}

function counterOf({ outcome, retry }: CountedStep): FetchCounter | SkipCounter {
  const { charged, counter } = traitsOf(outcome)
  if (!retry) return counter
  return charged ? 'retried' : 'postponed'
}
