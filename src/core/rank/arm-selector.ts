import type { Archive } from '../../lib/archive.ts'
import { buildBandit } from './bandits.ts'
import { ArmMeans } from './bandits/arm-means.ts'
import type { Bandit, Motive, Phase } from './bandits/bandit.ts'
import type { EstimatorName } from './names.ts'
import type { Policy } from './policy.ts'

/** How a policy's arms do. */
export interface ArmStats {
  arms: { name: EstimatorName; pulls: number; mean: number; sinceReset: number }[]
  favourite: EstimatorName
  /** Rewards so far. */
  steps: number
  resets: number
  phase: Phase | undefined
}

/** Which estimator of a policy chooses next: the only one, or the one that its bandit plays. */
export class ArmSelector {
  readonly #arms: readonly EstimatorName[]
  readonly #bandit: Bandit | undefined
  /** What a single estimator's choices came to, where no bandit keeps count. */
  readonly #only = new ArmMeans(1)
  /** Rewards so far. */
  #steps = 0

  constructor(policy: Policy, budget: () => number) {
    this.#arms = policy.arms
    this.#bandit = buildBandit(policy, budget)
  }

  get steps(): number {
    return this.#steps
  }

  /** Does what is due at this step. To be called before each choice, once. */
  prepare(): void {
    this.#bandit?.reach(this.#steps)
  }

  /** The place of the arm that chooses, and why. `chance` gives a number in [0, 1) each time. */
  play(chance: () => number): { arm: number; motive: Motive } {
    return this.#bandit?.play(this.#steps, chance) ?? { arm: 0, motive: 'only' }
  }

  /** Only the arm that chose the node is paid. */
  reward(chosenBy: EstimatorName, score: number): void {
    this.#steps++
    const arm = this.#placeOf(chosenBy)
    if (arm !== undefined) (this.#bandit ?? this.#only).reward(arm, score)
  }

  /** A reward given before turned out to be so much more, or less. */
  correct(chosenBy: EstimatorName, change: number): void {
    const arm = this.#placeOf(chosenBy)
    if (arm !== undefined) (this.#bandit ?? this.#only).correct(arm, change)
  }

  /** The place of the arm whose best would be next, were it not for chance. */
  get favourite(): number {
    return this.#bandit?.standing().favourite ?? 0
  }

  /** What a bandit made of its arms; no arms where there is no bandit. */
  report(): { arms: { name: EstimatorName; pulls: number; mean: number }[]; resets: number } {
    const { arms, resets } = this.#bandit?.report() ?? { arms: [], resets: 0 }
    return { arms: arms.map((arm, i) => ({ name: this.#arms[i]!, ...arm })), resets }
  }

  /** How each arm does; a single estimator is an arm that is played at every step. */
  stats(): ArmStats {
    const { sinceReset, phase } = this.#bandit?.standing() ?? { sinceReset: [], phase: undefined }
    const { arms, resets } = this.#bandit?.report() ?? { arms: this.#only.report(), resets: 0 }
    const each = arms.map((arm, i) => ({
      name: this.#arms[i]!,
      ...arm,
      sinceReset: sinceReset[i] ?? arm.pulls,
    }))
    const favourite = this.#arms[this.favourite]!
    return { arms: each, favourite, steps: this.#steps, resets, phase }
  }

  archive(archive: Archive): void {
    this.#bandit?.archive(archive)
    this.#steps = archive.number(this.#steps)
    this.#only.archive(archive)
  }

  /** Undefined if the policy has changed since, and has no such arm any more. */
  #placeOf(name: EstimatorName): number | undefined {
    const place = this.#arms.indexOf(name)
    return place < 0 ? undefined : place
  }
}
