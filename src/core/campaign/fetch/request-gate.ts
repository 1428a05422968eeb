/**
 * Keeps the requests of a campaign a gap apart, however many fetches are under way. The schedule
 * says when each fetch is due; the gate makes up for those that are late, and for requests beside
 * the one for the page.
 */
export class RequestGate {
  readonly #gapMs: () => number
  /** The first moment that nobody has taken. */
  #freeAt = 0
  #lastNow = 0

  constructor(gapMs: () => number) {
    this.#gapMs = gapMs
  }

  /** The shortest pause between two requests. */
  get gapMs(): number {
    return this.#gapMs()
  }

  /** Takes the first free moment for a request, and returns it. */
  take(now: number): number {
    // A clock that was set back takes the moments with it.
    this.#freeAt -= Math.max(0, this.#lastNow - now)
    this.#lastNow = now
    const at = Math.max(now, this.#freeAt)
    this.#freeAt = at + this.gapMs
    return at
  }

  /** Gives back a moment for which no request was sent, unless a later one is taken already. */
  giveBack(at: number): void {
    if (this.#freeAt === at + this.gapMs) this.#freeAt = at
  }

  /** So many more requests were sent than moments were taken. */
  add(requests: number): void {
    this.#freeAt += requests * this.gapMs
  }
}
