import type { PageLimits } from '../../spec/limits.ts'
import type { LinkRel } from '../event.ts'
import type { Skips } from '../skip-reasons.ts'

/** What a campaign crawls. The web is the first source; a JSON API, a search form or a recorded graph are others. */
export interface Source {
  /** Never rejects: whatever happens out there is an answer. Sends at most one request for the page itself. */
  fetch(request: FetchRequest): Promise<FetchResult>
  /** The site that a URL, in normal form, belongs to: who answers for all of its hosts. */
  siteOf: (url: string) => string
}

export interface FetchRequest {
  /** Whose request it is, among all that visit the same host. */
  campaign: string
  /** Whose campaign it is: a pace binds others than its owner only so far. */
  owner: string
  /** In normal form. */
  url: string
  limits: PageLimits
  /** The URL is a site's own list of its pages: a sitemap, or a feed. */
  isSitemap: boolean
  /** When the host last was done with a request of the campaign; 0 before the first. */
  hostAskedAt: number
  /** The least pause between two requests to the host; 0 to ask for none. */
  hostDelayMs: number
  /** The least pause between two requests of the campaign, whatever host they are sent to. */
  gapMs: number
  /** How many requests may be sent beside the one for a page. */
  maxSideRequests: number
}

/** What a single visit may send for robots.txt: one, and the five redirects of RFC 9309 §2.3.1.2. */
export const MAX_ROBOTS_REQUESTS = 6

export interface FetchResult {
  /** When the page was asked for, which is what a host's pace is measured by. */
  requestedAt: number
  durationMs: number
  bodyBytes: number
  /** The pause the host asks for between two requests, if it asks for one. */
  crawlDelayMs: number | undefined
  /** What the host wishes to be done with its pages, as `search=yes, ai-train=no`; undefined when not known. */
  contentSignals: string | undefined
  /** Where robots.txt says that lists of the site's pages are, in normal form; a few at most. */
  sitemaps: string[]
  /** Requests sent beside the one for the page: for robots.txt, or the sitemap itself. */
  sideRequests: number
  /** Where others visit the host too: the moment that is kept for the next request of the campaign. */
  nextAt?: number | undefined
  answer: FetchAnswer
}

export type FetchAnswer =
  | {
      kind: 'page'
      status: number
      title: string
      text: string
      links: Link[]
      /** Links that are not among them, and why. */
      skips: Skips
      /** What the page says its language is: a BCP 47 tag, if its author got it right. */
      language: string | undefined
      /** The page asks not to be listed. */
      noindex: boolean
      /** The address under which the page wants to be known, in normal form, where that can be believed. */
      canonical: string | undefined
      /** Where the page says that news of its site are. */
      feeds: string[]
    }
  /** A site's list of its pages, and of further lists. */
  | { kind: 'sitemap'; status: number; pages: string[]; sitemaps: string[]; skips: Skips }
  /** It is not there, or no list; when its host may be asked again, 0 when that was not said. */
  | { kind: 'no_sitemap'; status: number; retryAt: number }
  /** `to` is undefined when the answer names no usable target. */
  | { kind: 'redirect'; status: number; to: string | undefined }
  /** `status` is 0 when no response came. */
  | { kind: 'failed'; reason: Failure; status: number }
  /** robots.txt bars the page: it was not asked for, so it costs no fetch. */
  | { kind: 'disallowed' }
  /** No request is left for robots.txt, or for the sitemap itself: the page was not asked for. */
  | { kind: 'side_budget_spent' }
  /** robots.txt could not be had, so nothing may be asked for now. */
  | { kind: 'robots_unavailable' }
  /** The host is to be left alone until then: by its pace, which others may share. */
  | { kind: 'too_soon'; until: number }
  /** It leads into a private network: it was not asked for either. */
  | { kind: 'refused' }
  /** The host asks to be left alone for a while: until then; 0 when it does not say. */
  | { kind: 'busy'; status: number; retryAt: number }

export type Failure =
  | 'timeout'
  | 'unreachable'
  | 'closed_early'
  | 'too_large'
  | 'not_html'
  | 'http_error'

export interface Link {
  /** Absolute, in normal form: what `new URL(url).href` gives, without fragment. */
  url: string
  anchor: string
  /** The text around the link, anchor included. */
  window: string
  /** Words by which the author says that he does not vouch for it. */
  rel: LinkRel[]
}
