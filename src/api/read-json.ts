import type { Context } from 'hono'
import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import type { ErrorCode } from './error-codes.ts'
import { isPointless } from './pointless.ts'

/** The request's body, as the schema makes it, or an error that names each thing that is wrong. */
export async function readJson<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  return check(schema, parse(await c.req.text()), 'invalid_body')
}

export function readQuery<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
): z.output<Schema> {
  // Spread: Hono's own object has no prototype.
  return check(schema, { ...c.req.query() }, 'invalid_query')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
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
  const details = result.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  const said = details.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  throw new ApiError(
    result.error.issues.every(isPointless) ? 'pointless_spec' : code,
    said.join('; '),
    details,
  )
}
