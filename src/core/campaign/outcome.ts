/** Append-only: a record holds the place in this list. */
export const OUTCOMES = [
  'ok',
  'redirect',
  'redirect_loop',
  'timeout',
  'unreachable',
  'closed_early',
  'too_large',
  'not_html',
  'http_error',
  'disallowed',
  'interrupted',
  'fault',
  'busy',
  'refused',
  'duplicate',
  'other_language',
  'robots_unavailable',
  'too_soon',
] as const

/** What came of one attempt at a node. */
export type Outcome = (typeof OUTCOMES)[number]

/** Nodes that were never asked for; everything else costs a fetch, crash included. */
const UNASKED: ReadonlySet<Outcome> = new Set([
  'disallowed',
  'refused',
  'robots_unavailable',
  'too_soon',
])

export function costsAFetch(outcome: Outcome): boolean {
  return !UNASKED.has(outcome)
}

/** Failures that may pass: nothing was said about the page itself. */
export function mayPass(outcome: Outcome, httpStatus: number): boolean {
  return PASSING.has(outcome) || (outcome === 'http_error' && httpStatus >= 500)
}

const PASSING: ReadonlySet<Outcome> = new Set([
  'timeout',
  'unreachable',
  'closed_early',
  'robots_unavailable',
])
