/** Long enough to be calm, short enough to follow a change of rate. */
const WINDOW_MS = 60_000

/** How fast a campaign fetches, as seen from outside. */
export class Pace {
  /** @type {{ at: number, fetched: number }[]} */
  #seen = []

  /**
   * @param {number} at
   * @param {number} fetched
   */
  saw(at, fetched) {
    this.#seen.push({ at, fetched })
    // One from before the window stays: what came since is known by it.
    while (this.#seen.length > 2 && (this.#seen[1]?.at ?? at) <= at - WINDOW_MS) this.#seen.shift()
  }

  /** Null until two moments are known. */
  get perMinute() {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)]
    if (!first || !last || first.at === last.at) return null
    return ((last.fetched - first.fetched) * 60_000) / (last.at - first.at)
  }

  /**
   * @param {number} remaining
   * @returns {number | null}  null while nothing can be said
   */
  etaMs(remaining) {
    const { perMinute } = this
    return perMinute === null || perMinute <= 0 ? null : (remaining * 60_000) / perMinute
  }
}
