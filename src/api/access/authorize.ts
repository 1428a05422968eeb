import type { Context, MiddlewareHandler } from 'hono'
import { covers, type AccessScope } from '../../core/access/access-key.ts'
import { HttpError, retryLater } from '../http/http-error.ts'
import { type Caller, identify, type KeyRefusal } from './identify.ts'
import type { ApiDeps, ApiEnv } from '../context.ts'
import { parseAddress } from '../../standards/address/ip-address.ts'

const SEND_ONE = 'Send a valid API key as "Authorization: Bearer <key>".'

const REFUSALS: Record<KeyRefusal, string> = {
  missing: SEND_ONE,
  wrong: SEND_ONE,
  revoked: 'This API key was revoked.',
  expired: 'This API key has expired.',
}

/** Lets requests pass that come with a key of that scope or a wider one, and not too often. */
export function authorize(needed: AccessScope, deps: ApiDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // Unless a route says otherwise, refusals included.
    c.header('Cache-Control', 'private, no-cache')
    const caller = await findCaller(c, deps)
    const wait = await deps.limits.requests.take(caller.id)
    if (wait !== undefined) throw tooMany(c, wait, 'This key is used too often.')
    if (!covers(caller.scope, needed)) throw insufficient(c, caller, needed)
    c.set('caller', caller)
    await next()
  }
}

async function findCaller(c: Context<ApiEnv>, deps: ApiDeps): Promise<Caller> {
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
  throw new HttpError('unauthorized', REFUSALS[found])
}

function insufficient(c: Context, { scope }: Caller, needed: AccessScope): HttpError {
  c.header(
    'WWW-Authenticate',
    `Bearer realm="dowser", error="insufficient_scope", scope="${needed}"`,
  )
  return new HttpError(
    'insufficient_scope',
    `This takes a key of scope "${needed}"; the one sent has "${scope}".`,
  )
}

function tooMany(c: Context, seconds: number, why: string): HttpError {
  return retryLater(c, 'too_many_requests', why, seconds)
}

const GROUPS_OF_A_NETWORK = 4

/**
 * Whom a wrong key is put down to. Of IPv6 the network (/64) that one household or server is given
 * whole: counted one by one, its addresses would never come to an end.
 */
export function attemptSource(address: string): string {
  const network = parseAddress(address)?.slice(0, GROUPS_OF_A_NETWORK) ?? []
  // IPv4 has two groups; written as IPv6, it would all be of one network.
  if (network.length < GROUPS_OF_A_NETWORK || network.every((group) => group === 0)) return address
  return network.map((group) => group.toString(16)).join(':')
}

/** Sixteen characters of chance, letters and digits, have 95 bits: nobody tries them all. */
const LEAST_CHARACTERS = 16

const MENDING =
  'Set one with "npx wrangler secret put API_KEY"; "openssl rand -base64 24" makes a good one.'

/** Until the installation has a key that nobody can guess, it answers that it is up, and no more. */
export function requireApiKey(apiKey: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.path !== '/healthz') assertUsable(apiKey)
    await next()
  }
}

function assertUsable(apiKey: string | undefined): void {
  if (!apiKey) {
    throw new HttpError(
      'api_key_not_configured',
      `This installation has no API key yet. ${MENDING}`,
    )
  }
  if (apiKey.length >= LEAST_CHARACTERS) return
  throw new HttpError(
    'api_key_too_short',
    `The API_KEY of this installation has fewer than ${LEAST_CHARACTERS} characters. ${MENDING}`,
  )
}
