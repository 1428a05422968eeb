import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from './context.ts'
import { ApiError } from './api-error.ts'

/** Lets requests pass that carry the key; without a configured key, none. */
export function bearerKey(apiKey: string | undefined): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!apiKey) {
      throw new ApiError(
        'no_key_configured',
        'This installation has no API key yet. Set one with "npx wrangler secret put API_KEY".',
      )
    }
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (given === undefined || !(await isSame(given, apiKey))) {
      c.header('WWW-Authenticate', 'Bearer')
      throw new ApiError('unauthorized', 'Send the API key as "Authorization: Bearer <key>".')
    }
    c.set('owner', 'main')
    await next()
  }
}

/** Compared by digest, every byte of it, so that the time taken tells nothing of the key. */
async function isSame(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([digest(a), digest(b)])
  let difference = 0
  for (let i = 0; i < left.length; i++) difference |= left[i]! ^ right[i]!
  return difference === 0
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
