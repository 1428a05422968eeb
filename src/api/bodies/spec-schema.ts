import * as z from 'zod/mini'
import { completePolicy } from '../../core/rank/policy.ts'
import type { SpecKind } from '../../core/spec/spec-field.ts'
import type { FetchLimit } from '../../core/spec/limits.ts'
import {
  describe,
  fieldSchema,
  fraction,
  list,
  oneOrMore,
  strictObject,
  UNSATISFIABLE,
  type FieldRow,
} from './fields.ts'
import { PolicyBody } from './policy-body.ts'
import { topicSchema } from './topic-schema.ts'
import { Url } from './url.ts'

/** What a request may give for a field of a spec, without its default. */
export function specFieldSchema(row: FieldRow<SpecKind>): z.ZodMiniType {
  const { kind } = row
  switch (kind.kind) {
    case 'topic':
      return describe(topicSchema(), row)
    case 'policy':
      return PolicySchema
    case 'fetch_limit':
      return describe(FetchLimitSchema, row)
    case 'urls':
      return describe(list(Url, kind.maxItems, 'URLs'), row)
    case 'text':
    case 'texts':
    case 'integer':
    case 'nullable_integer':
    case 'choice':
    case 'choices':
      return fieldSchema({ ...row, kind })
  }
}

/** It describes itself. */
const PolicySchema = z.pipe(
  PolicyBody,
  z.transform((policy: z.output<typeof PolicyBody>) => completePolicy(policy)),
)

const FetchLimitObject = strictObject({
  fetches: z.optional(
    oneOrMore(
      10_000_000,
      'with no fetch allowed nothing is ever fetched; give at least 1, or leave the host out by scope',
    ).check(z.describe('A number of fetches.')),
  ),
  share: z.optional(
    fraction().check(
      z.refine((share) => share > 0, {
        error: 'with no share of the budget nothing is ever fetched; give more than 0',
        params: UNSATISFIABLE,
      }),
      z.meta({
        exclusiveMinimum: 0,
        description: 'A share of the budget; it allows one fetch at least.',
      }),
    ),
  ),
})

/** A number of fetches or a share of the budget; null for no limit. */
const FetchLimitSchema = z.nullable(
  z.pipe(
    FetchLimitObject.check(
      z.refine(({ fetches, share }) => (fetches === undefined) !== (share === undefined), {
        error: 'must have either fetches or share; null stands for no limit',
      }),
      z.meta({ oneOf: [{ required: ['fetches'] }, { required: ['share'] }] }),
    ),
    z.transform(({ fetches, share }): FetchLimit =>
      fetches === undefined ? { share: share! } : { fetches },
    ),
  ),
)
