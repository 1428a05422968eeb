import type { Archive } from '../../../lib/archive.ts'
import { ArmMeans, uniform } from './arm-means.ts'
import { describeBandit, type Bandit } from './bandit.ts'
import { EPSILON } from './epsilon-greedy.ts'

export const RESET_GROWTHS = ['constant', 'linear', 'exponential'] as const

export const MAB_EPSILON_FIRST = describeBandit({
  name: 'mab_epsilon_first',
  words: 'any arm for the first `epsilon` of the budget, then the best mean',
  options: [EPSILON],
  build: ({ arms, options, budget }) => new EpsilonFirst(arms, options.epsilon, budget),
})

export const MAB_VAR = describeBandit({
  name: 'mab_var',
  words:
    'phases of `epsilon`-first, each forgetting the last; a phase lasts h(p) steps after its winner was confirmed p times in a row: `resetSteps` × (p+1), or × 2^p, or constant (`resetGrowth`)',
  options: [
    EPSILON,
    {
      name: 'resetSteps',
      kind: 'count',
      max: 10_000_000,
      default: 1000,
      words: 'Length of the first phase',
    },
    {
      name: 'resetGrowth',
      kind: 'choice',
      choices: RESET_GROWTHS,
      default: 'linear',
      words: 'How the phases grow',
    },
  ],
  build: ({ arms, options }) => new EpsilonFirst(arms, options.epsilon, phaseLength(options)),
})

/**
 * How long a phase of exploring and then exploiting lasts, from how often in a row exploring has
 * confirmed the same best arm.
 */
type PhaseLength = (confirmed: number) => number

/** h(p): c, c·(p+1) or c·2^p. */
export function phaseLength({ resetSteps, resetGrowth }: Growth): PhaseLength {
  switch (resetGrowth) {
    case 'constant':
      return () => resetSteps
    case 'linear':
      return (confirmed) => resetSteps * (confirmed + 1)
    case 'exponential':
      return (confirmed) => resetSteps * 2 ** confirmed
  }
}

interface Growth {
  resetSteps: number
  resetGrowth: (typeof RESET_GROWTHS)[number]
}

/**
 * ε-first with variable reset: each phase explores for its first ε steps in a hundred per cent, then
 * plays the arm with the highest mean; at its end everything learned is forgotten. The more often
 * the same arm wins, the longer the next phase. With one phase as long as the budget it is plain
 * ε-first.
 */
class EpsilonFirst implements Bandit {
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
