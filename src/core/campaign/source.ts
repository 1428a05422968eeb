/** What a campaign crawls. The web is the first source; a JSON API, a search form or a recorded graph are others. */
export interface Source {
  /** Never rejects: whatever happens out there is an answer. Sends at most one request for the page itself. */
  visit(url: string, limits: Limits): Promise<Visit>
}

export interface Limits {
  /** From the request to the last byte of the body. */
  timeoutMs: number
  /** After decompression. */
  bodyBytes: number
}

export interface Visit {
  /** When the page was asked for, which is what a host's pace is measured by. */
  requestedAt: number
  durationMs: number
  bodyBytes: number
  /** The pause the host asks for between two requests, if it asks for one. */
  crawlDelayMs: number | undefined
  /** Requests sent beside the one for the page: for robots.txt. */
  sideRequests: number
  answer: Answer
}

export type Answer =
  | {
      kind: 'page'
      status: number
      title: string
      text: string
      links: Link[]
      barredLinks: number
    }
  /** `to` is undefined when the answer names no usable target. */
  | { kind: 'redirect'; status: number; to: string | undefined }
  /** `status` is 0 when no response came. */
  | { kind: 'failed'; reason: Failure; status: number }
  /** robots.txt bars the page: it was not asked for, so it costs no fetch. */
  | { kind: 'disallowed' }

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
}
