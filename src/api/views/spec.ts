import * as z from 'zod/mini'
import { BANDITS, ESTIMATORS } from '../../core/rank/names.ts'
import type { PolicyOption } from '../../core/rank/option.ts'
import {
  optionsOf,
  POLICY_OPTIONS,
  type Policy,
  type PolicySettings,
} from '../../core/rank/policy.ts'
import type { SpecKind } from '../../core/spec/spec-field.ts'
import { EXAMPLE_SPEC, SPEC_PARTS, type SpecPart, type SpecRow } from '../../core/spec/spec-rows.ts'
import type { Spec } from '../../core/spec/spec.ts'
import { DEFAULT_SCORER, SCORERS } from '../../core/topic/scorers.ts'
import type { AnyScorer } from '../bodies/topic-schema.ts'
import { named } from '../description/schemas.ts'
import { Count, PageUrl } from './kinds.ts'

type OptionViews = {
  [Option in keyof PolicySettings]: z.ZodMiniOptional<z.ZodMiniType<PolicySettings[Option]>>
}

const PolicyView = named(
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
function policyView(policy: Policy): z.infer<typeof PolicyView> {
  const fields = ['name', ...optionsOf(policy)] as const
  return Object.fromEntries(fields.map((field) => [field, policy[field]])) as unknown as Policy
}

const FetchLimitView = z.nullable(
  z.union([
    z.strictObject({ fetches: Count.check(z.describe('A number of fetches.')) }),
    z.strictObject({ share: z.number().check(z.describe('A share of the budget.')) }),
  ]),
)

type SpecView = Omit<Spec, 'policy'> & { policy: z.infer<typeof PolicyView> }

/** What a campaign was asked to do, made of the table of fields. */
export const SPEC_FIELDS = Object.fromEntries(
  SPEC_PARTS.map((part) => [part.part, partView(part)]),
) as unknown as { [Part in keyof SpecView]: z.ZodMiniType<SpecView[Part]> }

export const SPEC_EXAMPLE = specView(EXAMPLE_SPEC)

export function specView(spec: Spec): SpecView {
  const parts = SPEC_PARTS.map(({ part }) => [part, spec[part]])
  return { ...(Object.fromEntries(parts) as Spec), policy: policyView(spec.policy) }
}

function partView(part: SpecPart): z.ZodMiniType {
  if (part.kind === 'field') return fieldView(part.row)
  const shape = Object.fromEntries(part.rows.map((row) => [row.name, fieldView(row)]))
  return z.strictObject(shape).check(z.describe(part.description))
}

function fieldView({ kind, description, shown = description }: Shown): z.ZodMiniType {
  return kind.kind === 'policy' ? PolicyView : kindView(kind).check(z.describe(shown))
}

type Shown = Pick<SpecRow, 'kind' | 'description' | 'shown'>

function kindView(kind: Exclude<SpecKind, { kind: 'policy' }>): z.ZodMiniType {
  switch (kind.kind) {
    case 'text':
      return z.string()
    case 'texts':
      return z.array(z.string())
    case 'urls':
      return z.array(PageUrl)
    case 'integer':
      return Count
    case 'nullable_integer':
      return z.nullable(Count)
    case 'choice':
      return z.enum(kind.of)
    case 'choices':
      return z.array(z.enum(kind.of))
    case 'fetch_limit':
      return FetchLimitView
    case 'topic':
      return topicView(SCORERS)
  }
}

/** A topic names its scorer unless it is the default one. */
function topicView(scorers: readonly AnyScorer[]): z.ZodMiniType {
  const [only, ...others] = scorers.map(({ name, options }) => {
    const fields = Object.entries(options).map(([option, row]) => [option, fieldView(row)])
    const shape = Object.fromEntries(fields) as Record<string, z.ZodMiniType>
    return z.strictObject(name === DEFAULT_SCORER ? shape : { ...shape, scorer: z.literal(name) })
  })
  return others.length === 0 ? only! : z.union([only!, ...others])
}
