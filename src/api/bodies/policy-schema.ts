import type * as z from 'zod/mini'
import { findEstimator, LIVE_ESTIMATORS } from '../../core/rank/names.ts'
import { BANDIT_ARMS, optionsOf, type PolicyOptions } from '../../core/rank/policy.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * How a policy is described: a name, or an object for each group of names that have the same
 * options, made of the object that has all of them.
 */
export function policySchema(object: JsonSchema): JsonSchema {
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
