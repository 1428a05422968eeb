import * as z from 'zod/mini'
import { BANDITS, LIVE_ESTIMATORS, type PolicyName } from '../../core/rank/names.ts'
import { requirement, type PolicyOption } from '../../core/rank/option.ts'
import {
  optionsOf,
  POLICY_OPTIONS,
  type OptionName,
  type PolicySettings,
} from '../../core/rank/policy.ts'
import { described } from '../description/schemas.ts'
import { fraction, hasEachOnce, list, oneOf, strictObject, wholeNumber } from './fields.ts'
import { policySchema } from './policy-schema.ts'

type Words<Word extends string> = readonly [Word, ...Word[]]

const Arm = oneOf(LIVE_ESTIMATORS as unknown as Words<(typeof LIVE_ESTIMATORS)[number]>)
const Name = oneOf([...LIVE_ESTIMATORS, ...BANDITS] as unknown as Words<PolicyName>)

type OptionFields = {
  [Option in keyof PolicySettings]: z.ZodMiniOptional<z.ZodMiniType<PolicySettings[Option]>>
}

const PolicyObject = strictObject({
  name: Name,
  arms: z.optional(
    list(Arm, 12, 'estimators').check(
      z.refine(hasEachOnce, { error: 'must name each arm once' }),
      z.meta({ uniqueItems: true, description: 'The estimators to choose between.' }),
    ),
  ),
  ...optionFields(),
})

/** One for each option of the list, so that they are those of the type. */
function optionFields(): OptionFields {
  const fields = POLICY_OPTIONS.map((option) => [option.name, field(option)])
  return Object.fromEntries(fields) as OptionFields
}

function field(option: PolicyOption) {
  const description = z.describe(`${option.words}; ${option.default} unless given.`)
  switch (option.kind) {
    case 'fraction':
      return z.optional(fraction().check(description))
    case 'count':
      return z.optional(wholeNumber(1, option.max).check(description))
    case 'positive': {
      const error = { error: `must be ${requirement(option)}` }
      return z.optional(
        z.number(error).check(z.positive(error), z.maximum(option.max, error), description),
      )
    }
    case 'choice':
      return z.optional(oneOf(option.choices as Words<string>).check(description))
  }
}

/** `"fl_ne"`, or an object with the name and options. */
export const PolicyBody = z.pipe(
  z.transform((policy: unknown) => (typeof policy === 'string' ? { name: policy } : policy)),
  PolicyObject.check((context) => {
    const { name, ...options } = context.value
    const known = optionsOf(context.value)
    for (const option of Object.keys(options) as OptionName[]) {
      if (known.includes(option)) continue
      const message = `does not concern ${name}, whose options are ${known.join(', ')}`
      context.issues.push({ code: 'custom', input: context.value, path: [option], message })
    }
  }),
)

described.set(PolicyBody, policySchema)
