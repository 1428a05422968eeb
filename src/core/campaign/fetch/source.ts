import type { PageLimits } from '../../spec/limits.ts'
import type { LinkRel } from '../event.ts'
import type { Failure } from '../outcomes.ts'
import type { Skips } from '../skip-reasons.ts'
import type { RequestGate } from './request-gate.ts'

/** What a campaign crawls. The web is the first source; a JSON API, a search form or a recorded graph are others. */
export interface Source {
  /** Never rejects: every failure is an answer. Sends at most one request for the page itself. */
  fetch(request: FetchRequest): Promise<FetchResult>
  /** The site that a URL, in normal form, belongs to. */
  siteOf: (url: string) => string
}

export interface FetchRequest {
  /** The campaign, among all that fetch from the same host. */
  campaign: string
  /** The campaign's owner: a pace binds campaigns of other owners only up to a limit. */
  owner: string
  /** The node's URL, in normal form. */
  url: string
  limits: PageLimits
  /** The URL is a sitemap or a feed. */
  isSitemap: boolean
  /** The campaign looks at where in a page its links stand. */
  withTagPaths?: boolean
  /** When the campaign's last request to the host ended; 0 before the first. */
  hostAskedAt: number
  /** The minimum pause between two requests to the host; 0 for none. */
  hostDelayMs: number
  /** Every request of the campaign, to any host, takes a moment of its own here. */
  gate: RequestGate
  /** How many side requests may be sent. */
  maxSideRequests: number
}

/** The most requests for one robots.txt: the first, and the five redirects of RFC 9309 §2.3.1.2. */
export const MAX_ROBOTS_REQUESTS = 6

/** The most side requests for one page: its robots.txt, and itself if it is a sitemap. */
export const MAX_SIDE_REQUESTS = MAX_ROBOTS_REQUESTS + 1

/** The result of one fetch: facts about the request, and the answer. */
export interface FetchResult<Answer = FetchAnswer> {
  /** When the page was requested: the host's pace is measured by it. */
  requestedAt: number
  durationMs: number
  bodyBytes: number
  /** The pause the host asks for between two requests, if it asks for one. */
  crawlDelayMs: number | undefined
  /** The host's content signals, as `search=yes, ai-train=no`; undefined when not known. */
  contentSignals: string | undefined
  /** Sitemaps that robots.txt names, in normal form; a few at most. */
  sitemaps: string[]
  /** Requests sent beside the one for the page: for robots.txt, or the sitemap itself. */
  sideRequests: number
  /** The time reserved for the campaign's next request, if other campaigns fetch from the host too. */
  nextAt?: number | undefined
  answer: Answer
}

export type FetchAnswer =
  | FetchedPage
  /** A sitemap or a feed: pages, and further sitemaps. */
  | { kind: 'sitemap'; status: number; pages: string[]; sitemaps: string[]; skips: Skips }
  /** There is no sitemap there; `retryAt` is 0 when the host did not say when to ask again. */
  | { kind: 'no_sitemap'; status: number; retryAt: number }
  /** The page has not changed since it was last read. */
  | { kind: 'not_modified'; status: number }
  /** `to` is undefined when the answer names no usable target. */
  | { kind: 'redirect'; status: number; to: string | undefined }
  /** `status` is 0 when no response came. */
  | { kind: 'failed'; reason: Failure; status: number }
  /** robots.txt disallows the page: it was not requested, so it costs no fetch. */
  | { kind: 'disallowed' }
  /** No side request is left for robots.txt, or for the sitemap itself: the page was not requested. */
  | { kind: 'side_budget_spent' }
  /** robots.txt could not be fetched, so nothing may be requested now. */
  | { kind: 'robots_unavailable' }
  /** The site's pace, which other campaigns may share, does not allow a request before `until`. */
  | { kind: 'too_soon'; until: number }
  /** The URL leads into a private network: it was not requested either. */
  | { kind: 'refused' }
  /** The host asks to be left alone; `retryAt` is 0 when it does not say for how long. */
  | { kind: 'busy'; status: number; retryAt: number }

export interface FetchedPage {
  kind: 'page'
  status: number
  title: string
  text: string
  links: Link[]
  /** Links that were left out, by reason. */
  skips: Skips
  /** The language the page declares: a BCP 47 tag, if its author got it right. */
  language: string | undefined
  /** The page asks not to be listed. */
  noindex: boolean
  /** The page's canonical URL, in normal form, if it is credible. */
  canonical: string | undefined
  /** Feeds that the page names. */
  feeds: string[]
}

export interface Link {
  /** Absolute, in normal form: what `new URL(url).href` gives, without fragment. */
  url: string
  anchor: string
  /** The text around the link, anchor included. */
  window: string
  /** The `rel` words by which the author qualifies the link. */
  rel: LinkRel[]
  /** The names, ids and classes of the elements it stands in, from the root; only if asked for. */
  tagPath?: string | undefined
}
