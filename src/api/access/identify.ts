import {
  type StoredKey,
  type KeyStore,
  type AccessKey,
  parseKey,
  type KeyParts,
  MAIN_OWNER,
} from '../../core/access/access-key.ts'
import { logLine } from '../../lib/log-line.ts'
import { HttpError } from '../http/http-error.ts'
import { hashOf, isSameHash } from './sha256.ts'

/** Why a key is refused. Only its holder learns that it was revoked or has expired. */
export type KeyRefusal = 'missing' | 'wrong' | 'revoked' | 'expired'

/** Longer than any key; longer headers are not even hashed. */
const MAX_HEADER_CHARACTERS = 1000

/** No known secret has this hash. */
const NO_HASH = '0'.repeat(64)

interface Deps {
  apiKey: string | undefined
  keys: KeyStore
  now: () => number
}

/** Finds the caller by the key in an `Authorization` header. */
export async function identify(
  authorization: string | undefined,
  deps: Deps,
): Promise<Caller | KeyRefusal> {
  if (!authorization) return 'missing'
  const given = bearerOf(authorization)
  if (given === undefined) return 'wrong'
  if (isSameHash(await hashOf(given), await hashOf(deps.apiKey ?? ''))) return ROOT_KEY
  const parts = parseKey(given)
  return parts === undefined ? 'wrong' : holderOf(parts, deps)
}

/** Reads one row per request and caches none, so that revoking takes effect at once. */
async function holderOf(given: KeyParts, { keys, now }: Deps): Promise<Caller | KeyRefusal> {
  const kept = await lookUp(given.id, keys)
  // An unknown id takes the same path as a wrong secret.
  const isRight = isSameHash(await hashOf(given.secret), kept?.hash ?? NO_HASH)
  if (kept === undefined || !isRight) return 'wrong'
  const { id, owner, name, scope, expiresAt } = kept
  return whyOver(kept, now()) ?? { id, owner, name, scope, expiresAt }
}

function whyOver({ revokedAt, expiresAt }: StoredKey, now: number): KeyRefusal | undefined {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : undefined
}

/** Whether a caller is still authorized: responses that take minutes check it again. */
export async function isStillAuthorized(
  { id }: Caller,
  { keys, now }: Omit<Deps, 'apiKey'>,
): Promise<boolean> {
  if (id === ROOT_KEY.id) return true
  const kept = await lookUp(id, keys)
  return kept !== undefined && whyOver(kept, now()) === undefined
}

async function lookUp(id: string, keys: KeyStore): Promise<StoredKey | undefined> {
  try {
    return await keys.find(id)
  } catch (error) {
    console.error(logLine('an API key could not be looked up', { error }))
    throw new HttpError(
      'key_store_unavailable',
      'API keys cannot be checked: the database is unreachable or not migrated.',
    )
  }
}

/** RFC 6750 §2.1, except that the key may have any characters: people choose `API_KEY`. */
function bearerOf(authorization: string): string | undefined {
  if (authorization.length > MAX_HEADER_CHARACTERS) return undefined
  return /^Bearer +(\S(?:.*\S)?)$/i.exec(authorization)?.[1]
}

/** The key that came with a request. */
export type Caller = Pick<AccessKey, 'id' | 'owner' | 'name' | 'scope' | 'expiresAt'>

/** The secret `API_KEY`, which needs no database: it may do everything and creates the others. */
export const ROOT_KEY: Caller = {
  id: 'first',
  owner: MAIN_OWNER,
  name: 'API_KEY',
  scope: 'admin',
  expiresAt: null,
}

/** A caller without a key: no campaign belongs to an owner without a name. */
export const ANONYMOUS: Caller = { ...ROOT_KEY, id: '', owner: '', name: '', scope: 'read' }
