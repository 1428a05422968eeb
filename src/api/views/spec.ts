import * as z from 'zod/mini'
import { WAYS, type Spec } from '../../core/spec/spec.ts'
import { BANDITS, ESTIMATORS } from '../../core/rank/names.ts'
import { optionsOf, RESET_GROWTHS, type Policy } from '../../core/rank/policy.ts'
import { TIES } from '../../core/rank/ties.ts'
import { named } from '../description/schemas.ts'
import { Count, PageUrl } from './kinds.ts'

const PolicyView = named(
  'Policy',
  z
    .strictObject({
      name: z.enum([...ESTIMATORS, ...BANDITS]),
      arms: z.optional(
        z.array(z.enum(ESTIMATORS)).check(z.describe('The estimators a bandit chooses between.')),
      ),
      epsilon: z.optional(z.number().check(z.describe('Share of exploration, of a bandit.'))),
      resetSteps: z.optional(Count.check(z.describe('Length of the first phase of `mab_var`.'))),
      resetGrowth: z.optional(
        z.enum(RESET_GROWTHS).check(z.describe('How the phases of `mab_var` grow.')),
      ),
      greed: z.optional(z.number().check(z.describe('How often the best goes first.'))),
      zeta: z.optional(
        z.number().check(z.describe('Else any of at least this share of the best estimate.')),
      ),
      batch: z.optional(Count.check(z.describe('Nodes taken at a time.'))),
      eta: z.optional(z.number().check(z.describe("How much of a page's rank is its own score."))),
      ridge: z.optional(z.number().check(z.describe('Weight of an example of a regression.'))),
    })
    .check(z.describe('The name, and the options that concern it.')),
)

const ScopeView = z
  .strictObject({
    include: entries('URLs to keep to, as patterns.'),
    exclude: entries('URLs to keep away from, as patterns.'),
    hosts: entries('Host names, with a port or without.'),
    suffixes: entries('Domains with all hosts below them.'),
    maxDepth: z
      .nullable(Count)
      .check(z.describe('Links from the nearest seed; null for no limit.')),
    languages: entries('Language tags; `en` is also `en-GB`.'),
  })
  .check(z.describe('Where it may go; an empty list allows everything.'))

function entries(description: string) {
  return z.readonly(z.array(z.string())).check(z.describe(description))
}

function fetchLimit(description: string) {
  return z
    .nullable(
      z.union([
        z.strictObject({ fetches: Count.check(z.describe('So many fetches.')) }),
        z.strictObject({ share: z.number().check(z.describe('A share of the budget.')) }),
      ]),
    )
    .check(z.describe(description))
}

/** What a campaign is asked to do. */
export const SPEC_FIELDS = {
  name: z.string(),
  topic: z.strictObject({ keywords: z.array(z.string()) }).check(z.describe('What it is about.')),
  seeds: z.array(PageUrl).check(z.describe('Those that it was created with, in normal form.')),
  budget: Count.check(z.describe('Fetches to spend, seeds included.')),
  rate: z
    .strictObject({
      perMinute: Count.check(z.describe('Requests a minute, of the whole campaign.')),
      hostDelayMs: Count.check(z.describe('The least pause between two requests to one site.')),
    })
    .check(z.describe('How fast it may go.')),
  policy: PolicyView,
  ties: z.enum(TIES).check(z.describe('Which goes first among equal estimates.')),
  limits: z
    .strictObject({
      timeoutMs: Count.check(z.describe('From the request to the last byte.')),
      bodyBytes: Count.check(z.describe('Of a page, after decompression.')),
      perHost: fetchLimit('What may be charged for one host; null: no limit.'),
      perSite: fetchLimit('What may be charged for all hosts of a site; null: no limit.'),
    })
    .check(z.describe('When a page is given up, and what a host or site may take.')),
  randomSeed: Count.check(z.describe('The same one on the same web gives the same crawl.')),
  memoryMb: Count.check(z.describe('For what it knows, in millions of bytes.')),
  scope: ScopeView,
  discover: z.readonly(z.array(z.enum(WAYS))).check(z.describe('Where new pages are looked for.')),
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
