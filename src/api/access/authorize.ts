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
  revoked: 'This API key was revoked. Ask an admin of your owner for another.',
  expired: 'This API key has expired. Ask an admin of your owner for another.',
}

/** Requires a key of that scope or a wider one, within its rate limit. */
export function authorize(needed: AccessScope, deps: ApiDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // The default, for refusals as well; routes may override it.
    c.header('Cache-Control', 'private, no-cache')
    const caller = await findCaller(c, deps)
    const wait = await deps.limits.requests.take(caller.id)
    if (wait !== undefined) throw tooMany(c, wait, 'This API key exceeded its rate limit.')
    if (!covers(caller.scope, needed)) throw insufficient(c, caller, needed)
    c.set('caller', caller)
    await next()
  }
}

async function findCaller(c: Context<ApiEnv>, deps: ApiDeps): Promise<Caller> {
  const { attempts } = deps.limits
  // Set by Cloudflare; on other platforms the address is unknown.
  const source = attemptSource(c.req.header('cf-connecting-ip') ?? '')
  const wait = attempts.peek(source)
  if (wait !== undefined)
    throw tooMany(c, wait, 'Too many wrong API keys were sent from this address.')
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
    `This route needs a key with the scope "${needed}"; yours has "${scope}".`,
  )
}

function tooMany(c: Context, seconds: number, why: string): HttpError {
  return retryLater(c, 'too_many_requests', why, seconds)
}

const GROUPS_OF_A_NETWORK = 4

/**
 * What wrong keys are counted by: an IPv4 address, or an IPv6 network (/64), since one household or
 * server has all addresses of such a network.
 */
export function attemptSource(address: string): string {
  const network = parseAddress(address)?.slice(0, GROUPS_OF_A_NETWORK) ?? []
  // IPv4 has two groups; mapped to IPv6, all of it would be one network.
  if (network.length < GROUPS_OF_A_NETWORK || network.every((group) => group === 0)) return address
  return network.map((group) => group.toString(16)).join(':')
}

/** Sixteen random letters and digits have 95 bits: too many to guess. */
const MIN_KEY_CHARACTERS = 16

const SET_IT =
  'Set it with "npx wrangler secret put API_KEY"; "openssl rand -base64 24" makes a good one.'

/** Closes everything but `/healthz` until the installation has a key that nobody can guess. */
export function requireApiKey(apiKey: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.path !== '/healthz') assertUsable(apiKey)
    await next()
  }
}

function assertUsable(apiKey: string | undefined): void {
  if (!apiKey) {
    throw new HttpError('api_key_not_configured', `This installation has no API_KEY yet. ${SET_IT}`)
  }
  if (apiKey.length >= MIN_KEY_CHARACTERS) return
  throw new HttpError(
    'api_key_too_short',
    `This installation's API_KEY has fewer than ${MIN_KEY_CHARACTERS} characters. ${SET_IT}`,
  )
}
