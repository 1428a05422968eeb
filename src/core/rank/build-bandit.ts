import type { Bandit } from './bandits/bandit.ts'
import { EpsilonFirst } from './bandits/epsilon-first.ts'
import { epsilonGreedy } from './bandits/epsilon-greedy.ts'
import { isBandit } from './names.ts'
import { phaseLength, type Policy } from './policy.ts'

/** A policy of one estimator needs no choosing. */
export function buildBandit(policy: Policy, budget: () => number): Bandit | undefined {
  const { name, arms, epsilon } = policy
  if (!isBandit(name)) return undefined
  switch (name) {
    case 'mab_epsilon':
      return epsilonGreedy(arms.length, epsilon)
    case 'mab_epsilon_first':
      return new EpsilonFirst(arms.length, epsilon, budget)
    case 'mab_var':
      return new EpsilonFirst(arms.length, epsilon, phaseLength(policy))
  }
}
