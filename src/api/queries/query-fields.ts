import * as z from 'zod/mini'
import { oneOf } from '../bodies/fields.ts'
import { described } from '../description/schemas.ts'

// Types of query parameters: each is a string that is parsed into a value.

/** Invalid if `read` returns undefined. */
export function readAs<Value>(
  read: (text: string) => Value | undefined,
  error: string,
  description: string,
) {
  return z
    .pipe(
      z.string({ error }).check(z.refine((text) => read(text) !== undefined, { error })),
      z.transform((text) => read(text)!),
    )
    .check(z.describe(description))
}

export function wholeNumberAs(min: number, max: number, description: string) {
  const read = (text: string) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
  const field = readAs(read, `must be a whole number from ${min} to ${max}`, description)
  described.set(field, () => ({ type: 'integer', minimum: min, maximum: max, description }))
  return field
}

/** One or more of the words, comma-separated. */
export const severalOf = <Words extends readonly [string, ...string[]]>(
  words: Words,
  description: string,
) => {
  const one = oneOf(words)
  const nameProblems = ({ value, issues }: z.core.ParsePayload<string>) => {
    for (const word of value.split(',')) {
      const { error } = one.safeParse(word)
      if (error === undefined) continue
      const message = `${error.issues[0]!.message}, or several of them, comma-separated`
      issues.push({ code: 'custom', input: word, message })
    }
  }
  const several = z
    .pipe(
      z.string().check(nameProblems),
      z.transform((value) => [...new Set(value.split(','))] as Words[number][]),
    )
    .check(z.describe(description))
  const some = words.join('|')
  described.set(several, (made) => ({ ...made, pattern: `^(?:${some})(?:,(?:${some}))*$` }))
  return several
}

export const flag = (description: string) => {
  const asked = z.pipe(
    oneOf(['1', 'true', '0', 'false']),
    z.transform((word) => word === '1' || word === 'true'),
  )
  return z._default(asked, false).check(z.describe(description))
}
