import type { MiddlewareHandler } from 'hono'
import { ApiError } from '../api-error.ts'

/** Sixteen characters of chance, letters and digits, have 95 bits: nobody tries them all. */
const LEAST_CHARACTERS = 16

const MENDING =
  'Set one with "npx wrangler secret put API_KEY"; "openssl rand -base64 24" makes a good one.'

/** Until the installation has a key that nobody can guess, it answers that it is up, and no more. */
export function usableKey(apiKey: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.path !== '/healthz') assertUsable(apiKey)
    await next()
  }
}

function assertUsable(apiKey: string | undefined): void {
  if (!apiKey) {
    throw new ApiError('api_key_not_configured', `This installation has no API key yet. ${MENDING}`)
  }
  if (apiKey.length >= LEAST_CHARACTERS) return
  throw new ApiError(
    'api_key_too_short',
    `The API_KEY of this installation has fewer than ${LEAST_CHARACTERS} characters. ${MENDING}`,
  )
}
