import * as z from 'zod/mini'
import { described } from './named.ts'

// Kinds of query parameter: each is a text, and means what is read from it.

/** Refused where `read` makes nothing of it. */
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
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
  const field = readAs(read, `must be a whole number from ${min} to ${max}`, description)
  described.set(field, () => ({ type: 'integer', minimum: min, maximum: max, description }))
  return field
}
