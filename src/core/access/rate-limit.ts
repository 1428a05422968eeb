import type { RequestLimit } from './limits.ts'

/** Limits how often a key may be used. */
export interface RateLimiter {
  /** Counts a request. Undefined if it may pass, else the seconds to wait. */
  take(key: string): Promise<number | undefined>
}

/** More keys than are used in a window; beyond them all counts start over. */
const MAX_KEYS = 10_000

/**
 * Limits the requests in each window of some seconds, counted in memory. Twice as many may pass
 * around the end of a window, which does no harm where the limit only keeps order.
 */
export class FixedWindow implements RateLimiter {
  readonly #limit: RequestLimit
  readonly #now: () => number
  readonly #counts = new Map<string, number>()
  #window = 0

  constructor(limit: RequestLimit, now: () => number) {
    this.#limit = limit
    this.#now = now
  }

  async take(key: string): Promise<number | undefined> {
    this.#startWindow()
    const count = (this.#counts.get(key) ?? 0) + 1
    if (this.#counts.size >= MAX_KEYS) this.#counts.clear()
    this.#counts.set(key, count)
    return count > this.#limit.requests ? this.#secondsLeft() : undefined
  }

  /** What `take` would return, without counting a request. */
  peek(key: string): number | undefined {
    this.#startWindow()
    const isSpent = (this.#counts.get(key) ?? 0) >= this.#limit.requests
    return isSpent ? this.#secondsLeft() : undefined
  }

  /** Forgets the counts of an earlier window. */
  #startWindow(): void {
    const window = Math.floor(this.#now() / this.#windowMs)
    if (window !== this.#window) this.#counts.clear()
    this.#window = window
  }

  #secondsLeft(): number {
    return Math.ceil(((this.#window + 1) * this.#windowMs - this.#now()) / 1000)
  }

  get #windowMs(): number {
    return this.#limit.seconds * 1000
  }
}
