import type { MiddlewareHandler } from 'hono'
import { HttpError } from './http-error.ts'

/** A length that every server and proxy accepts (RFC 9110 §4.1). */
export const MAX_URL_CHARACTERS = 8000

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

/** A body with a thousand seeds takes a fifth of it. */
export const MAX_BODY_BYTES = 1_000_000
