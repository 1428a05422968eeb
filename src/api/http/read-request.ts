import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { isUnsatisfiable } from '../bodies/fields.ts'
import type { ErrorCode } from './error-codes.ts'
import { HttpError, invalidFields } from './http-error.ts'

/** A length that every server and proxy accepts (RFC 9110 §4.1). */
export const MAX_URL_CHARACTERS = 8000
/** A body with a thousand seeds takes a fifth of it. */
export const MAX_BODY_BYTES = 1_000_000

/** A query is checked, logged and quoted in errors, so its length is bounded first. */
export function limitUrl(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.url.length > MAX_URL_CHARACTERS) {
      throw new HttpError(
        'uri_too_long',
        `The URL exceeds ${MAX_URL_CHARACTERS} characters. Shorten it.`,
      )
    }
    await next()
  }
}

/** The parsed body, or an error that lists everything that is wrong with it. */
export async function readJson<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  return check(schema, parse(await c.req.arrayBuffer()), 'invalid_body')
}

export function readQuery<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
): z.output<Schema> {
  const given = [...new URL(c.req.url).searchParams]
  assertOnce(given.map(([name]) => name))
  return check(schema, Object.fromEntries(given), 'invalid_query')
}

/** A parameter that is given twice is ambiguous. */
function assertOnce(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice === undefined) return
  throw invalidFields('invalid_query', [{ path: twice, message: 'must be given only once' }])
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** RFC 8259 §8.1: JSON is UTF-8, whatever the headers say. */
function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new HttpError('invalid_json', `The body is not valid JSON: ${why}.`)
  }
}

function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  code: ErrorCode,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { issues } = result.error
  throw invalidFields(
    issues.every(isUnsatisfiable) ? 'unsatisfiable_spec' : code,
    issues.map((issue) => ({ path: issue.path.join('.'), message: issueMessage(issue, value) })),
  )
}

/** Longer texts are not quoted in messages. */
const MAX_REPEATED_CHARS = 40

/** Issues whose messages say what a value must be; the others are complete as they are. */
const OF_KIND_OR_SIZE = ['invalid_type', 'invalid_value', 'too_small', 'too_big']

/** What is wrong with a part of `given`: it is missing, or is not what it must be. */
function issueMessage({ code, path, message }: z.core.$ZodIssue, given: unknown): string {
  if (!OF_KIND_OR_SIZE.includes(code) || !message.startsWith('must ')) return message
  const last = path.at(-1)
  const holder = valueAt(given, path.slice(0, -1))
  if (last === undefined) return `${message}, not ${inWords(given)}`
  // The value was made by a schema, such as the name of a policy given as a plain string.
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
