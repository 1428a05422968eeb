import { ArmMeans, uniform } from './arm-means.ts'
import type { Bandit } from './bandit.ts'

/** `mab_epsilon`: any arm with probability ε, else the one with the highest mean. */
export function epsilonGreedy(arms: number, epsilon: number): Bandit {
  const means = new ArmMeans(arms)
  return {
    reach: () => {},
    play: (_step, chance) =>
      chance() < epsilon
        ? { arm: uniform(arms, chance()), motive: 'explore' }
        : { arm: means.best(), motive: 'exploit' },
    reward: (arm, score) => means.reward(arm, score),
    correct: (arm, change) => means.correct(arm, change),
    report: () => ({ arms: means.report(), resets: 0 }),
    standing: () => ({
      favourite: means.best(),
      sinceReset: means.sinceReset,
      phase: undefined,
    }),
    archive: (archive) => means.archive(archive),
  }
}
