import type * as z from 'zod/mini'

/** A longer text is not repeated. */
const MAX_REPEATED_CHARS = 40

/** Problems whose messages say what a value must be; others say themselves what it is. */
const OF_KIND_OR_SIZE = ['invalid_type', 'invalid_value', 'too_small', 'too_big']

/** What is wrong with a part of `given`: that it is missing, or what it must be and is not. */
export function issueMessage({ code, path, message }: z.core.$ZodIssue, given: unknown): string {
  if (!OF_KIND_OR_SIZE.includes(code) || !message.startsWith('must ')) return message
  const last = path.at(-1)
  const holder = valueAt(given, path.slice(0, -1))
  if (last === undefined) return `${message}, not ${inWords(given)}`
  // What a schema has made of another value, such as the name in a policy that is a text.
  if (typeof holder !== 'object' || holder === null) return message
  const value = valueAt(holder, [last])
  return value === undefined ? `is missing: it ${message}` : `${message}, not ${inWords(value)}`
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<PropertyKey, unknown>)[name]
  }
  return value
}

function inWords(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  const { length } = value
  return length > MAX_REPEATED_CHARS ? `a text of ${length} characters` : JSON.stringify(value)
}
