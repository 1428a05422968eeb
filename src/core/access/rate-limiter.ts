/** How often a key may be used. */
export interface RateLimiter {
  /** Counts a request. Undefined: it may pass; else the seconds after which to come again. */
  take(key: string): Promise<number | undefined>
}
