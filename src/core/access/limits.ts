/** A number of requests in a number of seconds. */
export interface RequestLimit {
  requests: number
  seconds: number
}

/** Requests with one key, 18,000 a minute: 300 dashboards that poll every second. `wrangler.toml` says the same. */
export const REQUEST_LIMIT: RequestLimit = { requests: 3000, seconds: 10 }

/** Refused keys from one address: spares D1 the lookup of made-up keys. */
export const ATTEMPT_LIMIT: RequestLimit = { requests: 600, seconds: 60 }

/** How many responses of one kind may be under way at a time, in one isolate. */
export interface ConcurrencyBounds {
  /** Responses to one key. */
  key: number
  /** Responses about one campaign. */
  campaign: number
  all: number
}

/** Event streams; each polls its campaign about once a second. */
export const MAX_STREAMS: ConcurrencyBounds = { key: 20, campaign: 40, all: 200 }

/** Exports, logs, and single pages with their parents: responses that read many rows or records. */
export const MAX_DOWNLOADS: ConcurrencyBounds = { key: 8, campaign: 16, all: 40 }

/**
 * A download holds its slot this long after its last chunk was read or sent. A busy campaign makes
 * its readers wait up to 5 s; an abandoned download blocks others no longer than this.
 */
export const DOWNLOAD_SLOT_MS = 6_000

/** Logs that are being imported; each campaign is folded in memory meanwhile. */
export const MAX_IMPORTS: ConcurrencyBounds = { key: 2, campaign: 4, all: 4 }

/** Selections of seeds; the graph of each takes half of an isolate's memory. */
export const MAX_SELECTIONS: ConcurrencyBounds = { key: 1, campaign: 1, all: 1 }

/** Requests with `asOf`, running or waiting. */
export const MAX_AS_OF_QUERIES: ConcurrencyBounds = { key: 8, campaign: 16, all: 24 }

/** Historical states being folded; each may take a fifth of an isolate's memory. */
export const MAX_FOLDS: ConcurrencyBounds = { key: 1, campaign: 2, all: 2 }

/** How many records may be read in a second, on average. */
export interface ReadRate {
  /** While nothing is crawled. */
  atRest: number
  besideCrawl: number
}

/**
 * Log records that one campaign reads for its clients. Reading and sending one takes up to 165 µs
 * (half of that on an idle machine), which leaves a crawl nine tenths of the time.
 */
export const READS_OF_A_CAMPAIGN: ReadRate = { atRest: 2_000, besideCrawl: 500 }

/** Reads of all campaigns that share an isolate, and so one thread. */
export const READS_OF_AN_ISOLATE: ReadRate = { atRest: 4_000, besideCrawl: 1_000 }
