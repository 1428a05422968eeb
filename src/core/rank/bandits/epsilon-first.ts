import type { Archive } from '../../../lib/archive.ts'
import { ArmMeans, uniform } from './arm-means.ts'
import type { Bandit } from './bandit.ts'

/**
 * How long a phase of exploring and then exploiting lasts, from how often in a row exploring has
 * confirmed the same best arm.
 */
export type PhaseLength = (confirmed: number) => number

/**
 * ε-first with variable reset: each phase explores for its first ε steps in a hundred per cent, then
 * plays the arm with the highest mean; at its end everything learned is forgotten. The more often
 * the same arm wins, the longer the next phase. With one phase as long as the budget it is plain
 * ε-first.
 */
export class EpsilonFirst implements Bandit {
  readonly #epsilon: number
  readonly #lengthOf: PhaseLength
  readonly #means: ArmMeans
  #exploreUntil = 0
  #phaseEnd = 0
  #phases = 0
  #confirmed = 0
  /** -1 before the first. */
  #winner = -1
  #isDecided = false

  constructor(arms: number, epsilon: number, lengthOf: PhaseLength) {
    this.#means = new ArmMeans(arms)
    this.#epsilon = epsilon
    this.#lengthOf = lengthOf
  }

  reach(step: number): void {
    if (step >= this.#phaseEnd) this.#beginPhase(step)
    if (step >= this.#exploreUntil && !this.#isDecided) this.#decide()
  }

  play(step: number, chance: () => number): ReturnType<Bandit['play']> {
    if (step < this.#exploreUntil) {
      return { arm: uniform(this.#means.arms, chance()), motive: 'explore' }
    }
    return { arm: this.#means.best(), motive: 'exploit' }
  }

  reward(arm: number, score: number): void {
    this.#means.reward(arm, score)
  }

  correct(arm: number, change: number): void {
    this.#means.correct(arm, change)
  }

  report(): ReturnType<Bandit['report']> {
    return { arms: this.#means.report(), resets: Math.max(0, this.#phases - 1) }
  }

  standing(): ReturnType<Bandit['standing']> {
    const phase = {
      number: this.#phases,
      exploresUntilStep: this.#exploreUntil,
      endsAtStep: this.#phaseEnd,
      confirmations: this.#confirmed,
      winner: this.#winner < 0 ? undefined : this.#winner,
    }
    return { favourite: this.#means.best(), sinceReset: this.#means.sinceReset, phase }
  }

  archive(archive: Archive): void {
    this.#means.archive(archive)
    this.#exploreUntil = archive.number(this.#exploreUntil)
    this.#phaseEnd = archive.number(this.#phaseEnd)
    this.#phases = archive.number(this.#phases)
    this.#confirmed = archive.number(this.#confirmed)
    this.#winner = archive.number(this.#winner)
    this.#isDecided = archive.number(Number(this.#isDecided)) === 1
  }

  #beginPhase(step: number): void {
    const length = this.#lengthOf(this.#confirmed)
    this.#means.reset()
    this.#exploreUntil = step + Math.floor(this.#epsilon * length)
    this.#phaseEnd = step + length
    this.#isDecided = false
    this.#phases++
  }

  #decide(): void {
    const best = this.#means.best()
    this.#confirmed = best === this.#winner ? this.#confirmed + 1 : 0
    this.#winner = best
    this.#isDecided = true
  }
}
