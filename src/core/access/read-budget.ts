import type { ReadRate } from './limits.ts'

/** Those who are told to wait come one after the other. */
const APART_MS = 100
const MAX_WAIT_MS = 5_000
/** After a while without any, so much may be read at once. */
export const BURST_SECONDS = 2

/**
 * What may be read in the course of time. Known only once it was read, so what was too much is made
 * up for by whoever comes next.
 */
export class ReadBudget {
  readonly #rate: ReadRate
  readonly #now: () => number
  readonly #isCrawling: () => boolean
  #left: number
  #at: number
  /** How many were told to wait since the last that were not. */
  #waiting = 0

  constructor(rate: ReadRate, now: () => number, isCrawling: () => boolean) {
    this.#rate = rate
    this.#now = now
    this.#isCrawling = isCrawling
    this.#left = BURST_SECONDS * rate.besideCrawl
    this.#at = now()
  }

  /** In how many ms to come again; 0: something may be read now. */
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
