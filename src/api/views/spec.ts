import * as z from 'zod/mini'
import { WAYS, type Spec } from '../../core/campaign/spec.ts'
import { BANDITS, ESTIMATORS } from '../../core/rank/names.ts'
import { optionsOf, RESET_GROWTHS, type Policy } from '../../core/rank/policy.ts'
import { TIES } from '../../core/rank/ties.ts'
import { named } from '../named.ts'
import { Count } from './kinds.ts'

const PolicyView = named(
  'Policy',
  z
    .strictObject({
      name: z.enum([...ESTIMATORS, ...BANDITS]),
      arms: z.optional(z.array(z.enum(ESTIMATORS))),
      epsilon: z.optional(z.number()),
      resetSteps: z.optional(Count),
      resetGrowth: z.optional(z.enum(RESET_GROWTHS)),
      greed: z.optional(z.number()),
      zeta: z.optional(z.number()),
      batch: z.optional(Count),
      eta: z.optional(z.number()),
      ridge: z.optional(z.number()),
    })
    .check(z.describe('The name, and the options that concern it.')),
)

const ScopeView = z.strictObject({
  include: z.readonly(z.array(z.string())),
  exclude: z.readonly(z.array(z.string())),
  hosts: z.readonly(z.array(z.string())),
  suffixes: z.readonly(z.array(z.string())),
  maxDepth: z.nullable(Count),
  languages: z.readonly(z.array(z.string())),
})

/** What a campaign is asked to do. */
export const SPEC_FIELDS = {
  name: z.string(),
  topic: z.strictObject({ keywords: z.array(z.string()) }),
  seeds: z.array(z.string()),
  budget: Count,
  rate: z.strictObject({ perMinute: Count, hostDelayMs: Count }),
  policy: PolicyView,
  ties: z.enum(TIES),
  limits: z.strictObject({ timeoutMs: Count, bodyBytes: Count }),
  randomSeed: Count,
  memoryMb: Count,
  scope: ScopeView,
  discover: z.readonly(z.array(z.enum(WAYS))),
}

const SpecView = z.strictObject(SPEC_FIELDS)

export function specView(spec: Spec): z.infer<typeof SpecView> {
  return {
    name: spec.name,
    topic: spec.topic,
    seeds: spec.seeds,
    budget: spec.budget,
    rate: spec.rate,
    policy: policyView(spec.policy),
    ties: spec.ties,
    limits: spec.limits,
    randomSeed: spec.randomSeed,
    memoryMb: spec.memoryMb,
    scope: spec.scope,
    discover: spec.discover,
  }
}

/** The name and the options that concern it. */
function policyView(policy: Policy): z.infer<typeof PolicyView> {
  const fields = ['name', ...optionsOf(policy)] as const
  return Object.fromEntries(fields.map((field) => [field, policy[field]])) as unknown as Policy
}
