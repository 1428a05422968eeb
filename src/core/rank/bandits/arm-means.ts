import type { Archive } from '../../../lib/archive.ts'
import type { ArmReport } from './bandit.ts'

/** The running mean of each arm's rewards. */
export class ArmMeans {
  #pulls: number[]
  #sums: number[]
  /** Pulls since the very beginning, for reports. */
  #allPulls: number[]

  constructor(arms: number) {
    this.#pulls = Array.from({ length: arms }, () => 0)
    this.#sums = [...this.#pulls]
    this.#allPulls = [...this.#pulls]
  }

  get arms(): number {
    return this.#pulls.length
  }

  reward(arm: number, score: number): void {
    this.#pulls[arm]!++
    this.#allPulls[arm]!++
    this.#sums[arm]! += score
  }

  /** The sum never falls below 0: what is corrected may have been forgotten at a reset. */
  correct(arm: number, change: number): void {
    if (this.#pulls[arm]! > 0) this.#sums[arm] = Math.max(0, this.#sums[arm]! + change)
  }

  /** The first of those with the highest mean; an arm never played has mean 0. */
  best(): number {
    let best = 0
    for (let arm = 1; arm < this.arms; arm++) if (this.mean(arm) > this.mean(best)) best = arm
    return best
  }

  mean(arm: number): number {
    return this.#pulls[arm] === 0 ? 0 : this.#sums[arm]! / this.#pulls[arm]!
  }

  reset(): void {
    this.#pulls.fill(0)
    this.#sums.fill(0)
  }

  archive(archive: Archive): void {
    this.#pulls = archive.integers(this.#pulls)
    this.#sums = archive.numbers(this.#sums)
    this.#allPulls = archive.integers(this.#allPulls)
  }

  /** Pulls of each arm since the last reset. */
  get sinceReset(): number[] {
    return [...this.#pulls]
  }

  report(): ArmReport[] {
    return this.#allPulls.map((pulls, arm) => ({ pulls, mean: this.mean(arm) }))
  }
}

/** A number from 0 to `count` - 1, all equally likely. */
export function uniform(count: number, chance: number): number {
  return Math.floor(chance * count)
}
