import { BANDIT_LIST } from './bandits.ts'
import { ESTIMATOR_LIST } from './estimators.ts'
import {
  findEstimator,
  findBandit,
  ESTIMATORS,
  isBandit,
  type EstimatorName,
  type PolicyName,
} from './names.ts'
import type { OptionValues, PolicyOption } from './option.ts'

/** How any policy goes from estimates to the next node. */
const STRATEGY_OPTIONS = [
  {
    name: 'greed',
    kind: 'fraction',
    default: 1,
    words: 'How often the best goes first',
  },
  {
    name: 'zeta',
    kind: 'fraction',
    default: 0,
    words: 'Else any of at least this share of the best estimate',
  },
  {
    name: 'batch',
    kind: 'count',
    max: 1024,
    default: 1,
    words: 'Nodes taken at a time, on one scoring of the frontier',
  },
  {
    name: 'shortBatch',
    kind: 'choice',
    choices: ['fill', 'shrink'],
    default: 'fill',
    words:
      'A batch larger than the frontier takes the rest from what is found since, or is smaller',
  },
  {
    name: 'buffer',
    kind: 'count',
    min: 0,
    max: 1_000_000,
    default: 0,
    words: 'Nodes that the frontier may hold, 0 for as many as memory allows',
  },
] as const satisfies readonly PolicyOption[]

/** The options of the strategy, of all bandits and of all estimators, by their names. */
export type PolicySettings = OptionValues<typeof STRATEGY_OPTIONS> &
  OptionValues<(typeof BANDIT_LIST)[number]['options']> &
  OptionValues<(typeof ESTIMATOR_LIST)[number]['options']>

/** How to turn estimates into the next node, complete. */
export interface Policy extends PolicySettings {
  name: PolicyName
  /** The estimators to choose between; of an estimator's own policy it is that one alone. */
  arms: EstimatorName[]
}

export type OptionName = Exclude<keyof Policy, 'name'>

/** Every option that is a single value. Several bandits or estimators may have one in common. */
export const POLICY_OPTIONS: readonly PolicyOption[] = eachOnce([
  ...BANDIT_LIST.flatMap(({ options }): readonly PolicyOption[] => options),
  ...STRATEGY_OPTIONS,
  ...ESTIMATOR_LIST.flatMap(({ options }): readonly PolicyOption[] => options),
])

/** The arms of the paper's bandits. */
export const BANDIT_ARMS: EstimatorName[] = ['fl_deg', 'fl_n', 'fl_e', 'fl_ne', 'lr_fl']

/** A policy as a user gives it. */
export type PolicyOptions = { name: PolicyName } & {
  [Option in OptionName]?: Policy[Option] | undefined
}

export function completePolicy({ name, ...options }: PolicyOptions): Policy {
  const defaults = POLICY_OPTIONS.map((option) => [option.name, option.default])
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const arms = isBandit(name) ? BANDIT_ARMS : [name]
  return { name, ...Object.fromEntries(defaults), arms, ...Object.fromEntries(given) } as Policy
}

/** The options that make a difference to a policy; the others would be ignored, so they are refused. */
export function optionsOf({ name, arms }: Pick<PolicyOptions, 'name' | 'arms'>): OptionName[] {
  const estimators = isBandit(name) ? (arms ?? BANDIT_ARMS) : [name]
  const ofArms = ESTIMATORS.filter((estimator) => estimators.includes(estimator)).flatMap(
    (estimator) => findEstimator(estimator).options,
  )
  const ofBandit = isBandit(name) ? [{ name: 'arms' }, ...findBandit(name).options] : []
  const options = eachOnce([...STRATEGY_OPTIONS, ...ofBandit, ...ofArms])
  return options.map((option) => option.name as OptionName)
}

function eachOnce<Option extends { name: string }>(options: readonly Option[]): Option[] {
  return [...new Map(options.map((option) => [option.name, option])).values()]
}
