import type { Crawl } from './experiment.ts'

/** How long the steps of each policy took. */
export class MeanStepTimes {
  readonly #sums = new Map<string, { milliseconds: number; steps: number }>()

  add(key: string, crawls: readonly Crawl[]): void {
    const sum = this.#sums.get(key) ?? { milliseconds: 0, steps: 0 }
    for (const { milliseconds, stepsMade } of crawls) {
      sum.milliseconds += milliseconds
      sum.steps += stepsMade
    }
    this.#sums.set(key, sum)
  }

  /** The mean, in microseconds. */
  perStep(): Map<string, number> {
    const means = [...this.#sums].map(([key, { milliseconds, steps }]): [string, number] => [
      key,
      steps === 0 ? 0 : (1_000 * milliseconds) / steps,
    ])
    return new Map(means)
  }
}
