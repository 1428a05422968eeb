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
import type { ApiDeps } from '../context.ts'
import { hashOf, isSameHash } from './sha256.ts'

/** Why nobody is let in. That a key is revoked or expired is told only to who has it. */
export type KeyRefusal = 'missing' | 'wrong' | 'revoked' | 'expired'

/** Longer than any key that somebody might set; what is longer is not even hashed. */
const MAX_HEADER_CHARACTERS = 1000

/** No secret has this hash, as far as anybody knows. */
const NO_HASH = '0'.repeat(64)

type Deps = Pick<ApiDeps, 'apiKey' | 'keys' | 'now'>

/** Whose key an `Authorization` header holds. */
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

/** One row read for each request, and none kept in memory: what is revoked is so at once. */
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

/** Whether who was let in would be let in now: what takes minutes to answer asks again. */
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
    console.error(logLine('a key could not be looked up', { error }))
    throw new HttpError(
      'key_store_unavailable',
      'Whose key this is cannot be told: the database does not answer, or lacks its migrations.',
    )
  }
}

/** RFC 6750 §2.1, except that the key may have any characters: people choose the first. */
function bearerOf(authorization: string): string | undefined {
  if (authorization.length > MAX_HEADER_CHARACTERS) return undefined
  return /^Bearer +(\S(?:.*\S)?)$/i.exec(authorization)?.[1]
}

/** Who asks: the key that came with the request. */
export type Caller = Pick<AccessKey, 'id' | 'owner' | 'name' | 'scope' | 'expiresAt'>

/** The secret `API_KEY`, which needs no database: it opens everything, and hands out the others. */
export const ROOT_KEY: Caller = {
  id: 'first',
  owner: MAIN_OWNER,
  name: 'API_KEY',
  scope: 'admin',
  expiresAt: null,
}

/** Who asks without a key: no campaign is of an owner without a name. */
export const ANONYMOUS: Caller = { ...ROOT_KEY, id: '', owner: '', name: '', scope: 'read' }
