import type { Context, MiddlewareHandler } from 'hono'
import { covers, type AccessScope } from '../../core/access/access-scope.ts'
import { ApiError, comeAgain } from '../api-error.ts'
import { attemptSource } from './attempt-source.ts'
import type { Caller } from './caller.ts'
import type { ApiDeps, ApiEnv } from '../context.ts'
import { identify, type Refused } from './identify.ts'

const SEND_ONE = 'Send a valid API key as "Authorization: Bearer <key>".'

const REFUSED: Record<Refused, string> = {
  missing: SEND_ONE,
  wrong: SEND_ONE,
  revoked: 'This API key was revoked.',
  expired: 'This API key has expired.',
}

/** Lets requests pass that come with a key of that scope or a wider one, and not too often. */
export function admit(needed: AccessScope, deps: ApiDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // Unless a route says otherwise, refusals included.
    c.header('Cache-Control', 'private, no-cache')
    const caller = await whoAsks(c, deps)
    const wait = await deps.limits.requests.take(caller.id)
    if (wait !== undefined) throw tooMany(c, wait, 'This key is used too often.')
    if (!covers(caller.scope, needed)) throw insufficient(c, caller, needed)
    c.set('caller', caller)
    await next()
  }
}

async function whoAsks(c: Context<ApiEnv>, deps: ApiDeps): Promise<Caller> {
  const { attempts } = deps.limits
  // Set by the platform; elsewhere nobody's address is known.
  const source = attemptSource(c.req.header('cf-connecting-ip') ?? '')
  const wait = attempts.peek(source)
  if (wait !== undefined) throw tooMany(c, wait, 'Too many wrong keys came from this address.')
  const found = await identify(c.req.header('authorization'), deps)
  if (typeof found !== 'string') return found
  if (found !== 'missing' && source !== '') await attempts.take(source)
  const error = found === 'missing' ? '' : `, error="invalid_token", error_description="${found}"`
  c.header('WWW-Authenticate', `Bearer realm="dowser"${error}`)
  throw new ApiError('unauthorized', REFUSED[found])
}

function insufficient(c: Context, { scope }: Caller, needed: AccessScope): ApiError {
  c.header(
    'WWW-Authenticate',
    `Bearer realm="dowser", error="insufficient_scope", scope="${needed}"`,
  )
  return new ApiError(
    'insufficient_scope',
    `This takes a key of scope "${needed}"; the one sent has "${scope}".`,
  )
}

function tooMany(c: Context, seconds: number, why: string): ApiError {
  return comeAgain(c, 'too_many_requests', why, seconds)
}
