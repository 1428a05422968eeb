import { ArmMeans, uniform } from './arm-means.ts'
import { describeBandit, type Bandit } from './bandit.ts'

export const EPSILON = {
  name: 'epsilon',
  kind: 'fraction',
  default: 0.1,
  words: 'Share of exploration',
} as const

export const MAB_EPSILON = describeBandit({
  name: 'mab_epsilon',
  words: 'any arm with probability `epsilon`, else the best mean',
  options: [EPSILON],
  build: ({ arms, options }) => epsilonGreedy(arms, options.epsilon),
})

function epsilonGreedy(arms: number, epsilon: number): Bandit {
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
