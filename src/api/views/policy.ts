import * as z from 'zod/mini'
import { BANDITS, ESTIMATORS } from '../../core/rank/names.ts'
import type { PolicyOption } from '../../core/rank/option.ts'
import {
  optionsOf,
  POLICY_OPTIONS,
  type Policy,
  type PolicySettings,
} from '../../core/rank/policy.ts'
import { named } from '../description/schemas.ts'
import { Count } from './kinds.ts'

type OptionViews = {
  [Option in keyof PolicySettings]: z.ZodMiniOptional<z.ZodMiniType<PolicySettings[Option]>>
}

export const PolicyView = named(
  'Policy',
  z
    .strictObject({
      name: z.enum([...ESTIMATORS, ...BANDITS]),
      arms: z.optional(
        z.array(z.enum(ESTIMATORS)).check(z.describe('The estimators a bandit chooses between.')),
      ),
      ...optionViews(),
    })
    .check(z.describe('The name, and the options that concern it.')),
)

/** One for each option of the list, so that they are those of the type. */
function optionViews(): OptionViews {
  const views = POLICY_OPTIONS.map((option) => [option.name, optionView(option)])
  return Object.fromEntries(views) as OptionViews
}

function optionView(option: PolicyOption) {
  const description = z.describe(`${option.words}.`)
  switch (option.kind) {
    case 'fraction':
    case 'positive':
      return z.optional(z.number().check(description))
    case 'count':
      return z.optional(Count.check(description))
    case 'choice':
      return z.optional(z.enum(option.choices).check(description))
  }
}

/** The name and the options that concern it. */
export function policyView(policy: Policy): z.infer<typeof PolicyView> {
  const fields = ['name', ...optionsOf(policy)] as const
  return Object.fromEntries(fields.map((field) => [field, policy[field]])) as unknown as Policy
}
