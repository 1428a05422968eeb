/** The paper's. */
const MOST_STEPS = 1_000
/** A shorter crawl has shorter windows, so that there is still a curve to see. */
const LEAST_WINDOWS = 10

export function windowLength(steps: number): number {
  return Math.max(1, Math.min(MOST_STEPS, Math.floor(steps / LEAST_WINDOWS)))
}

/** The last step of each window. */
export function windowEnds(steps: number): number[] {
  const length = windowLength(steps)
  return Array.from({ length: Math.floor(steps / length) }, (_, i) => (i + 1) * length)
}

/** Means of several quantities over windows of steps, from step 1 on, over any number of crawls. */
export class WindowMeans {
  readonly #length: number
  readonly #sums: Float64Array[]
  readonly #counts: Float64Array

  constructor(quantities: number, windows: number, length: number) {
    this.#length = length
    this.#sums = Array.from({ length: quantities }, () => new Float64Array(windows))
    this.#counts = new Float64Array(windows)
  }

  /** Steps after the last window, which would be cut short, are passed over. */
  add(step: number, values: readonly number[]): void {
    const window = Math.floor((step - 1) / this.#length)
    if (window >= this.#counts.length) return
    this.#counts[window]!++
    for (const [i, value] of values.entries()) this.#sums[i]![window]! += value
  }

  /** Null where no crawl came so far. */
  means(quantity: number): (number | null)[] {
    return Array.from(this.#sums[quantity]!, (sum, window) =>
      this.#counts[window] === 0 ? null : sum / this.#counts[window]!,
    )
  }
}
