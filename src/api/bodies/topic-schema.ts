import * as z from 'zod/mini'
import { DEFAULT_SCORER, SCORERS } from '../../core/topic/scorers.ts'
import { described } from '../description/schemas.ts'
import { fieldSchema, orDefault, strictObject, UNSATISFIABLE, type FieldRow } from './fields.ts'

/** A scorer, whatever its options are. */
export interface AnyScorer {
  name: string
  options: Record<string, FieldRow>
  whyUseless?: (options: never) => { option: string; why: string } | undefined
}

/**
 * A topic as a request gives it: the options of a scorer, and the scorer's name, which may be left
 * out of the default one. The result names a scorer only if it is another.
 */
export function topicSchema(scorers: readonly AnyScorer[] = SCORERS): z.ZodMiniType {
  const [only, ...others] = scorers.map(scorerSchema)
  const names = scorers.map(({ name }) => name).join(', ')
  const fields = new Set([...scorers.flatMap(({ options }) => Object.keys(options)), 'scorer'])
  const schema =
    others.length === 0
      ? only!
      : z.discriminatedUnion('scorer', [only!, ...others], {
          error: ({ input }) =>
            isObject(input)
              ? `must name one of ${names}`
              : `must be an object with ${[...fields].join(', ')}`,
        })
  const choices = scorers.map(({ name }) => ({ title: `Scorer ${name}` }))
  if (others.length > 0) described.set(schema, (made) => asChoices(made, choices))
  return z.pipe(schema, z.transform(withoutDefaultScorer))
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** A choice of objects, each under its title. */
function asChoices({ oneOf = [], ...rest }: JsonSchema, titles: { title: string }[]): JsonSchema {
  return { ...rest, anyOf: oneOf.map((one, i) => ({ ...titles[i], ...one })) }
}

function isObject(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

function scorerSchema(scorer: AnyScorer) {
  const { name, options } = scorer
  const fields = Object.entries(options).map(([option, row]) => [
    option,
    orDefault(fieldSchema(row), row),
  ])
  const literal = z
    .literal(name, { error: `must be ${name}` })
    .check(z.describe(`What scores pages and links; ${DEFAULT_SCORER} unless given.`))
  return strictObject({
    ...(Object.fromEntries(fields) as Record<string, z.ZodMiniType>),
    scorer: name === DEFAULT_SCORER ? z.optional(literal) : literal,
  }).check(({ value, issues }) => {
    const useless = issues.length === 0 ? scorer.whyUseless?.(value as never) : undefined
    if (useless === undefined) return
    const { option, why: message } = useless
    issues.push({ code: 'custom', input: value, path: [option], message, params: UNSATISFIABLE })
  })
}

function withoutDefaultScorer(topic: { scorer: string | undefined }): object {
  const { scorer, ...options } = topic
  return scorer === undefined || scorer === DEFAULT_SCORER ? options : topic
}
