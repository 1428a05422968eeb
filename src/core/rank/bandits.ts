import type { Bandit } from './bandits/bandit.ts'
import { MAB_EPSILON_FIRST, MAB_VAR } from './bandits/epsilon-first.ts'
import { MAB_EPSILON } from './bandits/epsilon-greedy.ts'

/** Every bandit there is. */
export const BANDIT_LIST = [MAB_EPSILON, MAB_EPSILON_FIRST, MAB_VAR] as const

/** Undefined for a policy of one estimator, which needs no choosing. */
export function buildBandit(
  policy: { name: string; arms: readonly string[] },
  budget: () => number,
): Bandit | undefined {
  const bandit = BANDIT_LIST.find(({ name }) => name === policy.name)
  return bandit?.build({ arms: policy.arms.length, options: policy, budget })
}
