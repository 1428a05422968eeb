import {
  BANDITS,
  type EstimatorName,
  ESTIMATORS,
  LIVE_ESTIMATORS,
  type PolicyName,
} from '../core/rank/names.ts'
import { type PolicyOption, requirement } from '../core/rank/option.ts'
import {
  completePolicy,
  optionsOf,
  type Policy,
  POLICY_OPTIONS,
  type PolicyOptions,
} from '../core/rank/policy.ts'
import type { Dataset } from './experiment.ts'
import { BadOption, readNumber, readWhole } from './option-value.ts'

export interface PlannedPolicy {
  /** The text as given, which tables and files show. */
  key: string
  policy: Policy
  /** It was not asked for by name, and is left out where it would take hours. */
  isOptional: boolean
}

/** The second of the two settings in Table 6 of Gouriten et al. 2014; the first is the default. */
export const VAR_02_200 = 'mab_var(epsilon=0.2,resetSteps=200)'

/** What `all` stands for. */
const ALL = [...LIVE_ESTIMATORS, ...BANDITS, VAR_02_200]

/** Policies separated by commas, not those inside brackets. */
export function splitPolicies(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((policy) => policy.trim())
    .filter((policy) => policy !== '')
}

export function planPolicies(given: readonly string[]): PlannedPolicy[] {
  const planned = new Map<string, PlannedPolicy>()
  for (const text of given) {
    const isOptional = text === 'all'
    for (const key of isOptional ? ALL : [text]) {
      if (isOptional && planned.has(key)) continue
      planned.set(key, { key, policy: parsePolicy(key), isOptional })
    }
  }
  return [...planned.values()]
}

/** `nr` looks at every known link many times a step. */
const NR_MAX_NODES = 10_000
const NR_MAX_STEPS = 1_000

/** The reason in a note, after the policy and the datasets it is left out of. */
export const WHY_LEFT_OUT = `it recomputes every rank at every step, too long beyond ${NR_MAX_NODES} nodes or ${NR_MAX_STEPS} steps; name it in --policies to run it all the same`

export function isFeasible(
  { policy, isOptional }: PlannedPolicy,
  { graph }: Dataset,
  steps: number,
): boolean {
  if (!isOptional || !policy.arms.includes('nr')) return true
  return graph.nodeCount <= NR_MAX_NODES && steps <= NR_MAX_STEPS
}

const NAMES: readonly PolicyName[] = [...ESTIMATORS, ...BANDITS]

/** Reads `fl_ne` or `mab_var(epsilon=0.2,resetSteps=200)`. */
function parsePolicy(text: string): Policy {
  const [, name, settings] = /^\s*([^()]*?)\s*(?:\((.*)\))?\s*$/.exec(text) ?? []
  const known = NAMES.find((policy) => policy === name)
  if (known === undefined) {
    throw new BadOption(`unknown policy "${text}"`, `known are all, ${NAMES.join(', ')}`)
  }
  const options: PolicyOptions = { name: known }
  for (const setting of settings?.split(',') ?? []) assign(options, setting, text)
  for (const option of Object.keys(options)) if (option !== 'name') check(option, options, text)
  return completePolicy(options)
}

/** The options that a policy may have in brackets, for help. */
export function policyOptionRows(): string[][] {
  const rows = POLICY_OPTIONS.map((option) => [
    option.name,
    `${option.words}: ${requirement(option)} (${option.default})`,
  ])
  return [['arms', `What a bandit chooses between: ${ARMS_MUST_BE}`], ...rows]
}

const ARMS_MUST_BE = 'estimators, each once, such as fl_n+fl_e'

function assign(options: PolicyOptions, setting: string, policy: string): void {
  const [name = '', value = ''] = setting.split('=', 2).map((part) => part.trim())
  const option = POLICY_OPTIONS.find((one) => one.name === name)
  if (option === undefined && name !== 'arms') {
    const known = optionsOf(options).join(', ')
    throw new BadOption(
      `policy "${policy}": unknown option "${name}"`,
      `options of ${options.name} are ${known}`,
    )
  }
  const given = option === undefined ? readArms(value) : readValue(option, value)
  if (given === undefined) {
    const must = option === undefined ? ARMS_MUST_BE : requirement(option)
    throw new BadOption(`policy "${policy}": ${name} is "${value}"`, `it must be ${must}`)
  }
  Object.assign(options, { [name]: given })
}

/** Undefined if the text is no valid value. */
function readValue(option: PolicyOption, text: string): number | string | undefined {
  switch (option.kind) {
    case 'fraction':
      return readNumber(text, 0, 1)
    case 'count':
      return readWhole(text, option.min ?? 1, option.max)
    case 'positive':
      return readNumber(text, Number.MIN_VALUE, option.max)
    case 'choice':
      return option.choices.find((choice) => choice === text)
  }
}

function readArms(text: string): EstimatorName[] | undefined {
  const arms = text.split('+').map((arm) => ESTIMATORS.find((name) => name === arm.trim()))
  const known = arms.filter((arm) => arm !== undefined)
  return known.length === arms.length && new Set(known).size === known.length ? known : undefined
}

/** Checks options last, when the arms, and so the options that matter, are known. */
function check(option: string, options: PolicyOptions, policy: string): void {
  const known = optionsOf(options)
  if (known.some((other) => other === option)) return
  throw new BadOption(
    `policy "${policy}": ${option} does not concern ${options.name}`,
    `its options are ${known.join(', ')}`,
  )
}
