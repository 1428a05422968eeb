import * as z from 'zod/mini'
import type { Kind } from '../../lib/field.ts'
import { nearestWord } from '../../lib/nearest-word.js'

// Kinds of field, each with a message that says what it must be.

/** Marks an issue as one of a well-formed value that can never be satisfied: a 422 and not a 400. */
export const UNSATISFIABLE = { isUnsatisfiable: true } as const

export function isUnsatisfiable(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['isUnsatisfiable'] === true
}

export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }))
}

/** 0 is well-formed but useless, and `why` says so. */
export const oneOrMore = (max: number, why: string) => {
  const error = `must be a whole number from 1 to ${max}`
  return z.int({ error }).check(
    z.minimum(0, { error }),
    z.maximum(max, { error }),
    z.refine((number) => number !== 0, { error: why, params: UNSATISFIABLE }),
    z.meta({ minimum: 1 }),
  )
}

export const text = (max: number) => {
  const error = `must be a text of 1 to ${max} characters`
  return z.string({ error }).check(
    z.refine((given) => hasAtMost(max, given), { error }),
    z.trim(),
    z.overwrite((given) => given.toWellFormed()),
    z.minLength(1, { error }),
    // Nothing is left of a text of blanks.
    z.meta({ minLength: 1, maxLength: max, pattern: '\\S' }),
  )
}

export const list = <Item extends z.core.$ZodType>(item: Item, max: number, of: string) => {
  const error = `must be a list of 1 to ${max} ${of}`
  return z.array(item, { error }).check(z.minLength(1, { error }), z.maxLength(max, { error }))
}

/** Counts characters as JSON Schema does: a surrogate pair is one. */
export function hasAtMost(max: number, given: string): boolean {
  return given.length <= max || (given.length <= 2 * max && Array.from(given).length <= max)
}

/** A list that may be empty. */
const anyList = <Item extends z.core.$ZodType>(item: Item, max: number, of: string) => {
  const error = `must be a list of at most ${max} ${of}`
  return z.array(item, { error }).check(z.maxLength(max, { error }))
}

export const strictObject = <Shape extends z.core.$ZodShape>(shape: Shape) => {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownKeys(issue.keys, known)
        : `must be an object with ${known.join(', ')}`,
  })
}

function unknownKeys(keys: readonly string[], known: readonly string[]): string {
  const named = keys.map((key) => `"${key}"${guess(key, known)}`).join(', ')
  return `unknown key ${named}${named.endsWith('?') ? ' Known' : '; known'} are ${known.join(', ')}`
}

/** Empty where no word is near. */
function guess(word: string, words: readonly string[]): string {
  const nearest = nearestWord(word, words)
  return nearest === undefined ? '' : `: did you mean "${nearest}"?`
}

export const fraction = () => {
  const error = 'must be a number from 0 to 1'
  return z.number({ error }).check(z.minimum(0, { error }), z.maximum(1, { error }))
}

export const oneOf = <Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: ({ input }) => notOneOf(input, words) })

function notOneOf(input: unknown, words: readonly string[]): string {
  const meant = typeof input === 'string' ? guess(input, words) : ''
  const must = `must be one of ${words.join(', ')}`
  return meant === '' ? must : `"${String(input)}"${meant} It ${must}`
}

/** One or more of the words, each once. */
export const someOf = <Words extends readonly [string, ...string[]]>(words: Words) => {
  const error = `must be a list of one or more of ${words.join(', ')}, each once`
  return z
    .array(oneOf(words), { error })
    .check(
      z.minLength(1, { error }),
      z.refine(hasEachOnce, { error }),
      z.meta({ uniqueItems: true }),
    )
}

export function hasEachOnce(items: readonly unknown[]): boolean {
  return new Set(items).size === items.length
}

/** A row of a table of fields, as far as a request's schema needs it. */
export interface FieldRow<K = Kind> {
  kind: K
  description: string
  details?: string
  computed?: string
  default?: unknown
}

/** What a request may give for a field, without its default. */
export function fieldSchema(row: FieldRow): z.ZodMiniType {
  return describe(kindSchema(row.kind), row)
}

/** A schema in the words of a row. */
export function describe<S extends z.ZodMiniType>(schema: S, row: FieldRow<unknown>): S {
  return schema.check(z.describe(wordsOf(row)))
}

function wordsOf({ description, details }: FieldRow<unknown>): string {
  return details === undefined ? description : `${description} ${details}`
}

/** A field with its default; one that is computed may be missing. */
export function orDefault(schema: z.ZodMiniType, row: FieldRow<unknown>): z.ZodMiniType {
  if (row.computed !== undefined) {
    return z.optional(schema).check(z.describe(`${wordsOf(row)} Default: ${row.computed}.`))
  }
  return row.default === undefined ? schema : z._default(schema, row.default)
}

function kindSchema(kind: Kind): z.ZodMiniType {
  switch (kind.kind) {
    case 'text':
      return text(kind.maxChars)
    case 'texts': {
      const { noun, minItems, maxItems, maxChars, format } = kind
      const item = format === undefined ? text(maxChars) : text(maxChars).check(z.meta({ format }))
      return minItems === 0 ? anyList(item, maxItems, noun) : list(item, maxItems, noun)
    }
    case 'integer':
      return kind.whyNotZero === undefined
        ? wholeNumber(kind.min, kind.max)
        : oneOrMore(kind.max, kind.whyNotZero)
    case 'nullable_integer':
      return z.nullable(wholeNumber(kind.min, kind.max))
    case 'choice':
      return oneOf(kind.of)
    case 'choices':
      return someOf(kind.of)
  }
}
