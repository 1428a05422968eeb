import * as z from 'zod/mini'
import { nearestWord } from '../../lib/nearest-word.ts'
import { pointlessUnless } from './pointless.ts'

// Kinds of field, each with a message that says what it must be.

export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }))
}

/** One or more: none is well-formed and pointless, and `why` says so. */
export const oneOrMore = (max: number, description: string, why: string) => {
  const error = `must be a whole number from 1 to ${max}`
  return z.int({ error }).check(
    z.minimum(0, { error }),
    z.maximum(max, { error }),
    pointlessUnless((number) => number !== 0, why),
    z.meta({ minimum: 1, description }),
  )
}

export const text = (max: number) => {
  const error = `must be a text of 1 to ${max} characters`
  return z.string({ error }).check(
    z.refine((given) => hasAtMost(max, given), { error }),
    z.trim(),
    z.overwrite((given) => given.toWellFormed()),
    z.minLength(1, { error }),
    // Of blanks alone nothing is left.
    z.meta({ minLength: 1, maxLength: max, pattern: '\\S' }),
  )
}

export const list = <Item extends z.core.$ZodType>(item: Item, max: number, of: string) => {
  const error = `must be a list of 1 to ${max} ${of}`
  return z.array(item, { error }).check(z.minLength(1, { error }), z.maxLength(max, { error }))
}

/** Characters as JSON Schema counts them: a sign beyond the 16 bits is one. */
export function hasAtMost(max: number, given: string): boolean {
  return given.length <= max || (given.length <= 2 * max && Array.from(given).length <= max)
}

/** One that may be empty. */
export const anyList = <Item extends z.core.$ZodType>(item: Item, max: number, of: string) => {
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

/** Empty where nothing is near. */
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

/** At least one of them, each once. */
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
