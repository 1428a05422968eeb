import type { RequestRate } from './limits.ts'

/** How often a key may be used. */
export interface RateLimiter {
  /** Counts a request. Undefined: it may pass; else the seconds after which to come again. */
  take(key: string): Promise<number | undefined>
}

/** More keys than are about in a window; beyond them all are counted anew. */
const MOST_KEYS = 10_000

/**
 * So many requests in each stretch of so many seconds, counted in memory. Twice as many may pass
 * around the turn of two stretches, which does no harm where the limit only keeps order.
 */
export class FixedWindow implements RateLimiter {
  readonly #limit: RequestRate
  readonly #now: () => number
  readonly #counts = new Map<string, number>()
  #window = 0

  constructor(limit: RequestRate, now: () => number) {
    this.#limit = limit
    this.#now = now
  }

  async take(key: string): Promise<number | undefined> {
    this.#turn()
    const count = (this.#counts.get(key) ?? 0) + 1
    if (this.#counts.size >= MOST_KEYS) this.#counts.clear()
    this.#counts.set(key, count)
    return count > this.#limit.requests ? this.#secondsLeft() : undefined
  }

  /** As `take`, without counting: what the next would be told. */
  peek(key: string): number | undefined {
    this.#turn()
    const isSpent = (this.#counts.get(key) ?? 0) >= this.#limit.requests
    return isSpent ? this.#secondsLeft() : undefined
  }

  /** Counts of an earlier stretch are worth nothing. */
  #turn(): void {
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
