import { costsAFetch, type ChargedOutcome, type UnchargedOutcome } from '../outcomes.ts'
import type { Step } from '../event.ts'

/** What may come of a fetch: each is counted under one of these, so that they add up to `fetched`. */
export const FETCH_COUNTERS = [
  'pages',
  'duplicates',
  'otherLanguage',
  'redirected',
  'failed',
  'retried',
  'busy',
  'interrupted',
] as const satisfies readonly (keyof Counters)[]
type FetchCounter = (typeof FETCH_COUNTERS)[number]

/** Totals over a campaign's steps. */
export interface Counters {
  /** Fetches charged to the budget: the sum of `FETCH_COUNTERS`. */
  fetched: number
  /** Fetches that brought a page to read. */
  pages: number
  /** Pages with a score above zero. */
  relevant: number
  score: number
  /** The highest a page was given by its topic: of the scores that stand, so a new topic leaves it. */
  bestScore: number
  failed: number
  redirected: number
  interrupted: number
  /** Fetches that a host answered by asking to be left alone for a while. */
  busy: number
  /** Visits put off without a fetch: the host had just told its pace, or its robots.txt was not to be had. */
  postponed: number
  /** Fetches that failed and are made again later. */
  retried: number
  /** Pages that say almost the same as one fetched before. */
  duplicates: number
  /** Pages in a language that is not wanted. */
  otherLanguage: number
  /** Pages that ask not to be listed, and are not. */
  unlisted: number
  /** Nodes that lead into a private network, and were not asked for. */
  refused: number
  disallowed: number
  /** Links to pages not met before that were not noted, for want of room. */
  leftOut: number
  /** Pages not asked for, since most of those like them said nothing new. */
  givenUp: number
  /** Pages not asked for, since the scope was narrowed after they were met. */
  outOfScope: number
  /** Pages and lists not asked for, since as many side requests were sent as the budget allows. */
  sideBudgetSpent: number
  /** Sitemaps and feeds asked for. */
  sitemaps: number
  /** Requests for robots.txt, sitemaps and feeds, which have a budget of their own. */
  sideRequests: number
  bodyBytes: number
}

export function noCounters(): Counters {
  return {
    fetched: 0,
    pages: 0,
    relevant: 0,
    score: 0,
    bestScore: 0,
    failed: 0,
    redirected: 0,
    interrupted: 0,
    busy: 0,
    postponed: 0,
    retried: 0,
    duplicates: 0,
    otherLanguage: 0,
    unlisted: 0,
    refused: 0,
    disallowed: 0,
    leftOut: 0,
    givenUp: 0,
    outOfScope: 0,
    sideBudgetSpent: 0,
    sitemaps: 0,
    sideRequests: 0,
    bodyBytes: 0,
  }
}

export function countStep(counters: Counters, step: Step): void {
  counters.fetched += Number(costsAFetch(step.outcome))
  counters.score += step.score
  counters.bestScore = Math.max(counters.bestScore, step.score)
  counters.relevant += Number(step.score > 0)
  counters.bodyBytes += step.bodyBytes
  counters.disallowed += step.skips.robots ?? 0
  counters.sideRequests += step.sideRequests
  counters.unlisted += Number(step.noindex)
  counters.leftOut += step.skips.no_room ?? 0
  counters[counterOf(step)]++
}

function counterOf({ outcome, retry }: Step): keyof Counters {
  if (!costsAFetch(outcome)) return retry ? 'postponed' : UNCHARGED_AS[outcome]
  return retry ? 'retried' : CHARGED_AS[outcome]
}

const CHARGED_AS: Record<ChargedOutcome, FetchCounter> = {
  ok: 'pages',
  redirect: 'redirected',
  redirect_loop: 'redirected',
  timeout: 'failed',
  unreachable: 'failed',
  closed_early: 'failed',
  too_large: 'failed',
  not_html: 'failed',
  http_error: 'failed',
  interrupted: 'interrupted',
  fault: 'failed',
  busy: 'busy',
  duplicate: 'duplicates',
  other_language: 'otherLanguage',
}

const UNCHARGED_AS: Record<UnchargedOutcome, Exclude<keyof Counters, FetchCounter>> = {
  disallowed: 'disallowed',
  refused: 'refused',
  robots_unavailable: 'disallowed',
  too_soon: 'postponed',
  sitemap: 'sitemaps',
  no_sitemap: 'sitemaps',
  given_up: 'givenUp',
  out_of_scope: 'outOfScope',
  side_budget_spent: 'sideBudgetSpent',
}
