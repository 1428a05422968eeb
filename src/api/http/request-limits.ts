import type { MiddlewareHandler } from 'hono'
import { HttpError } from './http-error.ts'

/** What every server and proxy on the way takes (RFC 9110 §4.1). */
export const MAX_URL_CHARACTERS = 8000

/** A query is checked, logged and quoted in errors: none of it for what nobody means to ask. */
export function limitUrl(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.url.length > MAX_URL_CHARACTERS) {
      throw new HttpError(
        'uri_too_long',
        `The URL may have at most ${MAX_URL_CHARACTERS} characters.`,
      )
    }
    await next()
  }
}

/** A thousand seeds have a fifth of it. */
export const MAX_BODY_BYTES = 1_000_000
