import type { ReadRate } from './limits.ts'

/** Readers that must wait are spread by this much. */
const APART_MS = 100
const MAX_WAIT_MS = 5_000
/** What may be read at once after a pause, in seconds of the rate. */
export const BURST_SECONDS = 2

/**
 * A token bucket for records. What a reader takes is known only afterwards, so the next reader waits
 * for what the last one took too much.
 */
export class ReadBudget {
  readonly #rate: ReadRate
  readonly #now: () => number
  readonly #isCrawling: () => boolean
  #left: number
  #at: number
  /** Readers that were told to wait since the last one that was not. */
  #waiting = 0

  constructor(rate: ReadRate, now: () => number, isCrawling: () => boolean) {
    this.#rate = rate
    this.#now = now
    this.#isCrawling = isCrawling
    this.#left = BURST_SECONDS * rate.besideCrawl
    this.#at = now()
  }

  /** How many ms to wait; 0 when records may be read now. */
  waitMs(): number {
    this.#refill()
    if (this.#left > 0) {
      this.#waiting = 0
      return 0
    }
    const refillMs = Math.ceil((1_000 * (1 - this.#left)) / this.#perSecond)
    return Math.min(refillMs + APART_MS * this.#waiting++, MAX_WAIT_MS)
  }

  spend(records: number): void {
    this.#left -= records
  }

  #refill(): void {
    const now = this.#now()
    const grown = (this.#perSecond * Math.max(0, now - this.#at)) / 1_000
    this.#left = Math.min(BURST_SECONDS * this.#perSecond, this.#left + grown)
    this.#at = now
  }

  get #perSecond(): number {
    return this.#isCrawling() ? this.#rate.besideCrawl : this.#rate.atRest
  }
}
