import type { Links } from '../graph/known-links.ts'

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
  'sitemap',
  'no_sitemap',
  'given_up',
  'out_of_scope',
  'side_budget_spent',
] as const

/** What came of one attempt at a node. */
export type Outcome = (typeof OUTCOMES)[number]

/** Neither were these pages, nor are a site's lists of its pages; all else costs a fetch, crash included. */
const UNCHARGED = [
  'disallowed',
  'refused',
  'robots_unavailable',
  'too_soon',
  'sitemap',
  'no_sitemap',
  'given_up',
  'out_of_scope',
  'side_budget_spent',
] as const satisfies readonly Outcome[]

export type UnchargedOutcome = (typeof UNCHARGED)[number]
export type ChargedOutcome = Exclude<Outcome, UnchargedOutcome>

const IS_UNCHARGED: ReadonlySet<Outcome> = new Set(UNCHARGED)

export function costsAFetch(outcome: Outcome): outcome is ChargedOutcome {
  return !IS_UNCHARGED.has(outcome)
}

/** How far from a seed what a node leads to is: a redirect is no step further, nor is a list of pages. */
export function depthBeyond(outcome: Outcome, depth: number): number {
  return outcome === 'redirect' || outcome === 'sitemap' ? depth : depth + 1
}

/** The page was read, and where it leads counts. */
export function isRead(outcome: Outcome): boolean {
  return outcome === 'ok' || outcome === 'duplicate'
}

/** A page that scores, or at least leads somewhere: a copy without links teaches what a failure does. */
export function leadsOn({ outcome, edges }: { outcome: Outcome; edges: Links }): boolean {
  return outcome === 'ok' || (outcome === 'duplicate' && edges.targets.length > 0)
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

/** Not the node's doing: it may be chosen again. */
export function goesBack(outcome: Outcome): boolean {
  return outcome === 'interrupted' || outcome === 'busy' || outcome === 'too_soon'
}

const IS_TELLING: Record<Outcome, boolean> = {
  ok: true,
  redirect: false,
  redirect_loop: true,
  timeout: true,
  unreachable: true,
  closed_early: true,
  too_large: true,
  not_html: true,
  http_error: true,
  disallowed: false,
  interrupted: false,
  fault: false,
  busy: false,
  refused: false,
  duplicate: true,
  other_language: true,
  robots_unavailable: false,
  too_soon: false,
  sitemap: false,
  no_sitemap: false,
  given_up: false,
  out_of_scope: false,
  side_budget_spent: false,
}

/** Whether an outcome tells how good the choice was. */
export function isTelling(outcome: Outcome): boolean {
  return IS_TELLING[outcome]
}
