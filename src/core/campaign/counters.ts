import { costsAFetch } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import type { Step } from './record.ts'

/** Totals over a campaign's steps. */
export interface Counters {
  /** Fetches charged to the budget. */
  fetched: number
  /** Fetches that brought a page to read. */
  pages: number
  /** Pages with a score above zero. */
  relevant: number
  score: number
  failed: number
  redirected: number
  interrupted: number
  disallowed: number
  /** Links to pages not met before that were not noted, for want of room. */
  leftOut: number
  /** Requests for robots.txt, which cost nothing of the budget. */
  sideRequests: number
  bodyBytes: number
}

export function noCounters(): Counters {
  return {
    fetched: 0,
    pages: 0,
    relevant: 0,
    score: 0,
    failed: 0,
    redirected: 0,
    interrupted: 0,
    disallowed: 0,
    leftOut: 0,
    sideRequests: 0,
    bodyBytes: 0,
  }
}

export function countStep(counters: Counters, step: Step): void {
  counters.fetched += Number(costsAFetch(step.outcome))
  counters.score += step.score
  counters.relevant += Number(step.score > 0)
  counters.bodyBytes += step.bodyBytes
  counters.disallowed += step.barredLinks
  counters.sideRequests += step.sideRequests
  if (step.outcome === 'ok') counters.leftOut += step.links - step.edges.targets.length
  counters[COUNTED_AS[step.outcome]]++
}

const COUNTED_AS: Record<Outcome, keyof Counters> = {
  ok: 'pages',
  redirect: 'redirected',
  redirect_loop: 'redirected',
  timeout: 'failed',
  unreachable: 'failed',
  closed_early: 'failed',
  too_large: 'failed',
  not_html: 'failed',
  http_error: 'failed',
  disallowed: 'disallowed',
  interrupted: 'interrupted',
  fault: 'failed',
}
