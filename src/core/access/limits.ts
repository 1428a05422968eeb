/** So many requests in so many seconds. */
export interface Limit {
  requests: number
  seconds: number
}

/** Of one key, 18,000 a minute: three hundred dashboards that ask every second. `wrangler.toml` says the same. */
export const REQUEST_LIMIT: Limit = { requests: 3000, seconds: 10 }

/** Keys that are refused, of one address: spares D1 the search for what somebody makes up. */
export const ATTEMPT_LIMIT: Limit = { requests: 600, seconds: 60 }

/** How many answers of one kind may be under way at a time, in one isolate. */
export interface AtOnce {
  /** Of one key. */
  key: number
  /** About one campaign. */
  campaign: number
  all: number
}

/** Streams of events: each asks its campaign about once a second. */
export const MAX_STREAMS: AtOnce = { key: 20, campaign: 40, all: 200 }

/** Exports, logs, and pages with who links to them: each reads on for as long as there is more. */
export const MAX_LONG_ANSWERS: AtOnce = { key: 8, campaign: 16, all: 40 }

/** Questions about the past that are being answered, or wait for others to be. */
export const MAX_PAST_QUESTIONS: AtOnce = { key: 8, campaign: 16, all: 24 }

/** Of these, the ones that are folded. Each may take a fifth of an isolate's memory. */
export const MAX_FOLDS: AtOnce = { key: 1, campaign: 2, all: 2 }

/** How many records may be read in a second, on average. */
export interface ReadRate {
  /** While nothing is crawled. */
  atRest: number
  besideCrawl: number
}

/**
 * Records of its log that one campaign reads for others. To read one and to tell of it takes up to
 * 165 µs, half of that on a machine that is idle: a crawl keeps nine tenths of the time.
 */
export const READS_OF_A_CAMPAIGN: ReadRate = { atRest: 2_000, besideCrawl: 500 }

/** Of all campaigns that share an isolate, and so one thread. */
export const READS_OF_AN_ISOLATE: ReadRate = { atRest: 4_000, besideCrawl: 1_000 }
