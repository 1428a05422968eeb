import type { Context } from 'hono'
import * as z from 'zod/mini'
import { ApiError, faultyFields } from './api-error.ts'
import type { ErrorCode } from './error-codes.ts'
import { isPointless } from './bodies/pointless.ts'
import { issueMessage } from './issue-message.ts'

/** The request's body, as the schema makes it, or an error that names each thing that is wrong. */
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

/** Which of two values is meant is not for us to guess. */
function assertOnce(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice === undefined) return
  throw faultyFields('invalid_query', [{ path: twice, message: 'must be given once' }])
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** RFC 8259 §8.1: JSON is UTF-8, whatever the headers say. */
function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ApiError('invalid_json', `The body must be JSON: ${why}.`)
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
  throw faultyFields(
    issues.every(isPointless) ? 'unsatisfiable_spec' : code,
    issues.map((issue) => ({ path: issue.path.join('.'), message: issueMessage(issue, value) })),
  )
}
