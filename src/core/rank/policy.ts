import { isBandit, type EstimatorName, type PolicyName } from './names.ts'

/** How to turn estimates into the next node, complete. */
export interface Policy {
  name: PolicyName
  /** The estimators to choose between; of an estimator's own policy it is that one alone. */
  arms: EstimatorName[]
  /** Share of exploration, of the bandits. */
  epsilon: number
  /** `mab_var`: the length of a phase after p confirmations of its winner is given by these two. */
  resetSteps: number
  resetGrowth: ResetGrowth
  /** Altered greedy: with probability `greed` the best node, else any with an estimate of `zeta` times its or more. */
  greed: number
  zeta: number
  /** Nodes taken at a time, on one scoring of the frontier. */
  batch: number
  /** `nr`: how much of a page's rank is its own score. */
  eta: number
  /** `lr_*`: the weight of an example against the wish for small weights. */
  ridge: number
}

export type OptionName = Exclude<keyof Policy, 'name'>

/** h(p): c, c·(p+1) or c·2^p. */
export const RESET_GROWTHS = ['constant', 'linear', 'exponential'] as const
type ResetGrowth = (typeof RESET_GROWTHS)[number]

/** The arms of the paper's bandits. */
export const BANDIT_ARMS: EstimatorName[] = ['fl_deg', 'fl_n', 'fl_e', 'fl_ne', 'lr_fl']

const DEFAULTS: Omit<Policy, 'name' | 'arms'> = {
  epsilon: 0.1,
  resetSteps: 1000,
  resetGrowth: 'linear',
  greed: 1,
  zeta: 0,
  batch: 1,
  eta: 0.5,
  ridge: 1000,
}

/** A policy as a user gives it. */
export type PolicyOptions = { name: PolicyName } & {
  [Option in OptionName]?: Policy[Option] | undefined
}

export function completePolicy({ name, ...options }: PolicyOptions): Policy {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const arms = isBandit(name) ? BANDIT_ARMS : [name]
  return { name, ...DEFAULTS, arms, ...(Object.fromEntries(given) as Partial<Policy>) }
}

/** The options that make a difference to a policy; the others would be ignored, so they are refused. */
export function optionsOf({ name, arms }: Pick<PolicyOptions, 'name' | 'arms'>): OptionName[] {
  const estimators = isBandit(name) ? (arms ?? BANDIT_ARMS) : [name]
  const options: OptionName[] = ['greed', 'zeta', 'batch']
  if (isBandit(name)) options.push('arms', 'epsilon')
  if (name === 'mab_var') options.push('resetSteps', 'resetGrowth')
  if (estimators.includes('nr')) options.push('eta')
  if (estimators.some((estimator) => estimator.startsWith('lr_'))) options.push('ridge')
  return options
}

export function phaseLength({ resetSteps, resetGrowth }: Policy): (confirmed: number) => number {
  switch (resetGrowth) {
    case 'constant':
      return () => resetSteps
    case 'linear':
      return (confirmed) => resetSteps * (confirmed + 1)
    case 'exponential':
      return (confirmed) => resetSteps * 2 ** confirmed
  }
}
