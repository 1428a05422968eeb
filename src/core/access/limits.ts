/** So many requests in so many seconds. */
export interface Limit {
  requests: number
  seconds: number
}

/** Of one key, 18,000 a minute: three hundred dashboards that ask every second. `wrangler.toml` says the same. */
export const REQUEST_LIMIT: Limit = { requests: 3000, seconds: 10 }

/** Keys that are refused, of one address: spares D1 the search for what somebody makes up. */
export const ATTEMPT_LIMIT: Limit = { requests: 600, seconds: 60 }
