import { BANDITS, ESTIMATORS, type PolicyName } from '../core/rank/names.ts'
import {
  completePolicy,
  optionsOf,
  type OptionName,
  type Policy,
  type PolicyOptions,
} from '../core/rank/policy.ts'
import { BadOption } from './bad-option.ts'
import { OPTION_READERS } from './policy-options.ts'

const NAMES: readonly PolicyName[] = [...ESTIMATORS, ...BANDITS]

/** Reads `fl_ne` or `mab_var(epsilon=0.2,resetSteps=200)`. */
export function parsePolicy(text: string): Policy {
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

function assign(options: PolicyOptions, setting: string, policy: string): void {
  const [name = '', value = ''] = setting.split('=', 2).map((part) => part.trim())
  if (!isOption(name)) {
    const known = optionsOf(options).join(', ')
    throw new BadOption(
      `policy "${policy}": unknown option "${name}"`,
      `options of ${options.name} are ${known}`,
    )
  }
  const { must, read } = OPTION_READERS[name]
  const given = read(value)
  if (given === undefined) {
    throw new BadOption(`policy "${policy}": ${name} is "${value}"`, `it must be ${must}`)
  }
  Object.assign(options, { [name]: given })
}

/** Only now is it known which arms it has, and so which options concern it. */
function check(option: string, options: PolicyOptions, policy: string): void {
  const known = optionsOf(options)
  if (known.some((other) => other === option)) return
  throw new BadOption(
    `policy "${policy}": ${option} does not concern ${options.name}`,
    `its options are ${known.join(', ')}`,
  )
}

function isOption(name: string): name is OptionName {
  return Object.hasOwn(OPTION_READERS, name)
}
