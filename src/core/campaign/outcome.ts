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
] as const

/** What came of one attempt at a node. */
export type Outcome = (typeof OUTCOMES)[number]

/** A node barred by robots.txt was never asked for; everything else costs a fetch, crash included. */
export function costsAFetch(outcome: Outcome): boolean {
  return outcome !== 'disallowed'
}
