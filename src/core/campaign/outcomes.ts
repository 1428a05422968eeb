import type { Links } from '../graph/known-links.ts'
import type { NodeState } from '../graph/node-table.ts'
import type { FetchCounter, SkipCounter } from './state/counters.ts'

/** Everything that follows from the outcome of one attempt to fetch a node. */
type OutcomeTraits = {
  /** Its code in records, which is never changed or reused. */
  code: number
  /** The state of the node afterwards, unless it is retried. */
  node: NodeState
  host: HostReaction
  /** Whether the failure is transient, so that the node waits and is retried. */
  retry: 'never' | 'transient' | 'if_server_error'
  /** The page was read, and its links count. */
  read: boolean
  /** It shows how good the choice was, so the arm that chose the node is rewarded. */
  rewarded: boolean
  /** It is listed in the results. */
  listed: boolean
  /** A short name, for tables and badges. */
  label: string
  /** Completes "Fetched in record 7: …". */
  explanation: string
} & (
  | { charged: true; counter: FetchCounter }
  /** No page was requested, so it costs no fetch. */
  | { charged: false; counter: SkipCounter }
)

/** What a campaign learns of the host, and how long it then leaves the host alone. */
type HostReaction =
  /** No request was sent. */
  | 'untouched'
  /** The attempt was lost, and with it what the host said. */
  | 'lost'
  /** The request would have been too early. */
  | 'deferred'
  | 'answered'
  /** The host did not respond (unless there is a status), and is left alone for longer each time. */
  | 'backOffIfSilent'
  | 'backOff'

const NOT_ASKED = {
  charged: false,
  host: 'untouched',
  retry: 'never',
  read: false,
  rewarded: false,
  listed: false,
} as const

const FAILED = {
  charged: true,
  node: 'failed',
  counter: 'failed',
  host: 'answered',
  retry: 'never',
  read: false,
  rewarded: true,
  listed: true,
} as const

/** One row per outcome; a new one takes the next code. */
const TABLE = {
  ok: {
    code: 0,
    charged: true,
    node: 'crawled',
    counter: 'pages',
    host: 'answered',
    retry: 'never',
    read: true,
    rewarded: true,
    listed: true,
    label: 'OK',
    explanation: 'read and scored',
  },
  redirect: {
    ...FAILED,
    code: 1,
    node: 'moved',
    counter: 'redirected',
    rewarded: false,
    label: 'Redirect',
    explanation: 'it redirects to another URL',
  },
  redirect_loop: {
    ...FAILED,
    code: 2,
    counter: 'redirected',
    label: 'Redirect loop',
    explanation: 'it redirects in a circle, or too many times in a row',
  },
  timeout: {
    ...FAILED,
    code: 3,
    host: 'backOffIfSilent',
    retry: 'transient',
    label: 'Too slow',
    explanation: 'no answer came in time',
  },
  unreachable: {
    ...FAILED,
    code: 4,
    host: 'backOffIfSilent',
    retry: 'transient',
    label: 'Unreachable',
    explanation: 'no answer came at all',
  },
  closed_early: {
    ...FAILED,
    code: 5,
    retry: 'transient',
    label: 'Cut off',
    explanation: 'the answer broke off',
  },
  too_large: {
    ...FAILED,
    code: 6,
    label: 'Too large',
    explanation: 'the answer was larger than limits.bodyBytes',
  },
  not_html: { ...FAILED, code: 7, label: 'Not HTML', explanation: 'the answer was not HTML' },
  http_error: {
    ...FAILED,
    code: 8,
    retry: 'if_server_error',
    label: 'HTTP error',
    explanation: 'the host answered with an error',
  },
  disallowed: {
    ...NOT_ASKED,
    code: 9,
    node: 'disallowed',
    counter: 'disallowed',
    label: 'Disallowed',
    explanation: 'robots.txt disallows it',
  },
  interrupted: {
    ...FAILED,
    code: 10,
    node: 'queued',
    counter: 'interrupted',
    host: 'lost',
    rewarded: false,
    listed: false,
    label: 'Interrupted',
    explanation: 'the fetch was interrupted by a crash',
  },
  fault: {
    ...FAILED,
    code: 11,
    host: 'lost',
    rewarded: false,
    label: 'Internal fault',
    explanation: 'it failed on our side, and is not tried again',
  },
  busy: {
    ...FAILED,
    code: 12,
    node: 'queued',
    counter: 'busy',
    host: 'backOff',
    rewarded: false,
    listed: false,
    label: 'Busy',
    explanation: 'the host was busy',
  },
  refused: {
    ...NOT_ASKED,
    code: 13,
    node: 'refused',
    counter: 'refused',
    label: 'Refused',
    explanation: 'it leads into a private network',
  },
  duplicate: {
    ...FAILED,
    code: 14,
    node: 'crawled',
    counter: 'duplicates',
    read: true,
    label: 'Duplicate',
    explanation: 'a near-duplicate of another page with the same title, so it scores nothing',
  },
  other_language: {
    ...FAILED,
    code: 15,
    node: 'crawled',
    counter: 'otherLanguage',
    label: 'Other language',
    explanation:
      'its language is not in scope, so it scores nothing and its links are not followed',
  },
  robots_unavailable: {
    ...NOT_ASKED,
    code: 16,
    node: 'robots_unavailable',
    counter: 'disallowed',
    host: 'backOffIfSilent',
    retry: 'transient',
    label: 'No robots.txt',
    explanation: 'robots.txt could not be fetched',
  },
  too_soon: {
    ...NOT_ASKED,
    code: 17,
    node: 'queued',
    counter: 'postponed',
    host: 'deferred',
    label: 'Too soon',
    explanation: "it was too soon by the site's pace",
  },
  sitemap: {
    ...NOT_ASKED,
    code: 18,
    node: 'crawled',
    counter: 'sitemaps',
    host: 'answered',
    label: 'Sitemap',
    explanation: 'a sitemap or feed, which was read',
  },
  no_sitemap: {
    ...NOT_ASKED,
    code: 19,
    node: 'failed',
    counter: 'sitemaps',
    host: 'backOffIfSilent',
    label: 'No sitemap',
    explanation: 'there was no sitemap or feed',
  },
  given_up: {
    ...NOT_ASKED,
    code: 20,
    node: 'given_up',
    counter: 'givenUp',
    label: 'Given up',
    explanation: 'most fetched pages of its URL pattern were near-duplicates',
  },
  out_of_scope: {
    ...NOT_ASKED,
    code: 21,
    node: 'out_of_scope',
    counter: 'outOfScope',
    label: 'Out of scope',
    explanation: 'it is out of scope',
  },
  side_budget_spent: {
    ...NOT_ASKED,
    code: 22,
    node: 'side_budget_spent',
    counter: 'sideBudgetSpent',
    label: 'No side budget',
    explanation: 'no request was left for its robots.txt or sitemap',
  },
  not_modified: {
    ...FAILED,
    code: 23,
    node: 'crawled',
    counter: 'notModified',
    rewarded: false,
    listed: false,
    label: 'Not modified',
    explanation: 'it has not changed since it was last read',
  },
} as const satisfies Record<string, OutcomeTraits>

/** The outcome of one attempt to fetch a node. */
export type Outcome = keyof typeof TABLE

/** How a fetch fails where no fault of ours is the cause. */
export type Failure = Exclude<
  { [O in Outcome]: (typeof TABLE)[O]['counter'] extends 'failed' ? O : never }[Outcome],
  'fault'
>

/** All outcomes by code: a record holds the index in this list. */
export const OUTCOMES = Object.keys(TABLE).toSorted(
  (a, b) => TABLE[a as Outcome].code - TABLE[b as Outcome].code,
) as [Outcome, ...Outcome[]]

export const LISTED_OUTCOMES = OUTCOMES.filter((outcome) => TABLE[outcome].listed)

export function traitsOf(outcome: Outcome): OutcomeTraits {
  return TABLE[outcome]
}

export function isCharged(outcome: Outcome): boolean {
  return TABLE[outcome].charged
}

/** The node is not to blame: it may be chosen again at once. */
export function isRequeued(outcome: Outcome): boolean {
  return TABLE[outcome].node === 'queued'
}

/** A transient failure: it says nothing about the page itself. */
export function isTransient(outcome: Outcome, httpStatus: number): boolean {
  const { retry } = traitsOf(outcome)
  return retry === 'transient' || (retry === 'if_server_error' && httpStatus >= 500)
}

/** The depth of what a node leads to; redirects and sitemaps add none. */
export function depthBeyond(outcome: Outcome, depth: number): number {
  return outcome === 'redirect' || outcome === 'sitemap' ? depth : depth + 1
}

/** Whether the attempt read a new version of the page. */
export function isVersion(outcome: Outcome): boolean {
  const { charged, node } = TABLE[outcome]
  return charged && node === 'crawled' && outcome !== 'not_modified'
}

/** Whether the page has a score or links. A duplicate without links teaches as little as a failure. */
export function hasContent({ outcome, edges }: { outcome: Outcome; edges: Links }): boolean {
  return outcome === 'ok' || (outcome === 'duplicate' && edges.targets.length > 0)
}
