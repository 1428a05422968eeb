import * as z from 'zod/mini'
import { BANDITS, LIVE_ESTIMATORS, type PolicyName, findEstimator } from '../../core/rank/names.ts'
import { requirement, type PolicyOption } from '../../core/rank/option.ts'
import {
  optionsOf,
  POLICY_OPTIONS,
  type OptionName,
  type PolicySettings,
  BANDIT_ARMS,
  type PolicyOptions,
} from '../../core/rank/policy.ts'
import { described } from '../description/schemas.ts'
import { fraction, hasEachOnce, list, oneOf, strictObject, wholeNumber } from './fields.ts'

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
      return z.optional(wholeNumber(option.min ?? 1, option.max).check(description))
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

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * How a policy is described: a name, or an object for each group of names that have the same
 * options, made of the object that has all of them.
 */
function policySchema(object: JsonSchema): JsonSchema {
  const { name, ...options } = object.properties as Record<string, JsonSchema>
  const names = name!.enum as PolicyOptions['name'][]
  const groups = Map.groupBy(names, (one) => optionNames(one).join())
  return {
    anyOf: [{ ...name!, title: 'A name' }, ...[...groups.values()].map(group)],
    description: 'A name, or a name with the options that concern it; docs/ranking.md tells more.',
  }

  function group(members: PolicyOptions['name'][]): JsonSchema {
    const known = optionNames(members[0]!)
    return {
      title: `With options: ${members.join(', ')}`,
      type: 'object',
      properties: {
        name: { type: 'string', enum: members },
        ...Object.fromEntries(known.map((option) => [option, options[option]!])),
      },
      required: ['name'],
      additionalProperties: false,
      ...(known.includes('arms') && { dependentSchemas: schemasOfArms() }),
    }
  }
}

/** A bandit takes the options of its arms: where those it has by itself lack one, arms must be given. */
function schemasOfArms(): Record<string, JsonSchema> {
  const options = LIVE_ESTIMATORS.flatMap((arm) => findEstimator(arm).options)
  return Object.fromEntries(
    options.map(({ name }) => {
      const having = LIVE_ESTIMATORS.filter((arm) =>
        findEstimator(arm).options.some((option) => option.name === name),
      )
      const isByItself = BANDIT_ARMS.some((arm) => having.includes(arm))
      const properties = { arms: { contains: { enum: having } } }
      return [name, { ...(!isByItself && { required: ['arms'] }), properties }]
    }),
  )
}

/** All that may concern it, whatever its arms are. */
function optionNames(name: PolicyOptions['name']): string[] {
  return optionsOf({ name, arms: [...LIVE_ESTIMATORS] })
}
