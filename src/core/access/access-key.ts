import { BASE32_DIGITS, chanceDigits, toBase32 } from '../../lib/sortable-id.ts'

/** An API key without its secret. Times in milliseconds since 1970. */
export interface AccessKey {
  id: string
  /** Whose campaigns it gives access to. */
  owner: string
  /** Chosen by the owner. */
  name: string
  scope: AccessScope
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
}

/** A key as it is stored: with the SHA-256 of its secret, in hexadecimal. */
export interface StoredKey extends AccessKey {
  hash: string
}

export interface KeyListing {
  /** Undefined for all owners. */
  owner: string | undefined
  /** List only ids before this one. */
  before: string | undefined
  limit: number
}

/** The keys of an installation. A revocation holds from the next lookup on. */
export interface KeyStore {
  /** Undefined: there is no such key. */
  find(id: string): Promise<StoredKey | undefined>
  add(key: StoredKey): Promise<void>
  /** Newest first, including revoked keys. */
  list(listing: KeyListing): Promise<AccessKey[]>
  /** Final: a key that was revoked before keeps its time. */
  revoke(id: string, at: number): Promise<void>
}

/** What a key may do: read, also change, also manage keys. Each includes the one before. */
export const ACCESS_SCOPES = ['read', 'write', 'admin'] as const
export type AccessScope = (typeof ACCESS_SCOPES)[number]

export function covers(held: AccessScope, needed: AccessScope): boolean {
  return ACCESS_SCOPES.indexOf(held) >= ACCESS_SCOPES.indexOf(needed)
}

/** The scope itself and all that it includes. */
export function coveredBy(held: AccessScope): AccessScope[] {
  return ACCESS_SCOPES.filter((scope) => covers(held, scope))
}

/** The owner of the installation's first key, and of campaigns from before there were owners. */
export const MAIN_OWNER = 'main'

/** A DNS label. Names of objects begin with it, followed by a slash. */
export const OWNER = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

/** Seconds since 1970 for a thousand years, then 25 random bits: ids sort by age. */
const TIME_DIGITS = 7
const ID_RANDOM_DIGITS = 5
/** 160 random bits. */
const SECRET_DIGITS = 32

/** How many random bytes a key takes. */
export const KEY_RANDOM_BYTES = ID_RANDOM_DIGITS + SECRET_DIGITS

const ID = `[${BASE32_DIGITS}]{${TIME_DIGITS + ID_RANDOM_DIGITS}}`
const KEY_ID = new RegExp(`^${ID}$`)
const KEY = new RegExp(`^dowser_(${ID})_([${BASE32_DIGITS}]{${SECRET_DIGITS}})$`)

/** The two parts of a key as it is sent: which one it is, and the proof of holding it. */
export interface KeyParts {
  id: string
  secret: string
}

export function newKey(now: number, random: Uint8Array): KeyParts {
  const digits = chanceDigits(random.subarray(0, KEY_RANDOM_BYTES))
  return {
    id: toBase32(Math.floor(now / 1000), TIME_DIGITS) + digits.slice(0, ID_RANDOM_DIGITS),
    secret: digits.slice(ID_RANDOM_DIGITS),
  }
}

/** The prefix tells people and secret scanners what the key is for. */
export function keyText({ id, secret }: KeyParts): string {
  return `dowser_${id}_${secret}`
}

/** Undefined for a text that is no key. Each key is written in one way only. */
export function parseKey(text: string): KeyParts | undefined {
  const [, id, secret] = KEY.exec(text) ?? []
  return id !== undefined && secret !== undefined ? { id, secret } : undefined
}

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text)
}
