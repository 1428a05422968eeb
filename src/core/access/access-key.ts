import { BASE32_DIGITS, chanceDigits, toBase32 } from '../../lib/base32.ts'

/** A key that was handed out, without what it takes to use it. Times in milliseconds since 1970. */
export interface AccessKey {
  id: string
  /** Whose campaigns it opens. */
  owner: string
  /** What its owner calls it. */
  name: string
  scope: AccessScope
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
}

/** As it is kept: with the SHA-256 of its secret, in hexadecimal. */
export interface KeptKey extends AccessKey {
  hash: string
}

export interface KeyListing {
  /** Undefined: of all owners. */
  owner: string | undefined
  /** The id before which to go on. */
  before: string | undefined
  limit: number
}

/** The keys of an installation. What was revoked is found revoked by the next to ask. */
export interface KeyStore {
  /** Undefined: there is no such key. */
  find(id: string): Promise<KeptKey | undefined>
  add(key: KeptKey): Promise<void>
  /** Newest first, revoked ones too. */
  list(listing: KeyListing): Promise<AccessKey[]>
  /** Once and for all: one revoked before keeps its moment. */
  revoke(id: string, at: number): Promise<void>
}

/** What a key may do, each all that the one before may: look, change, manage keys. */
export const ACCESS_SCOPES = ['read', 'write', 'admin'] as const
export type AccessScope = (typeof ACCESS_SCOPES)[number]

export function covers(held: AccessScope, needed: AccessScope): boolean {
  return ACCESS_SCOPES.indexOf(held) >= ACCESS_SCOPES.indexOf(needed)
}

/** With what it includes. */
export function coveredBy(held: AccessScope): AccessScope[] {
  return ACCESS_SCOPES.filter((scope) => covers(held, scope))
}

/** Whom the installation's first key belongs to, and every campaign from before there were owners. */
export const MAIN_OWNER = 'main'

/** A name as in a host: it stands in the names of objects, apart from the rest by a slash. */
export const OWNER = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

/** Seconds since 1970 for a thousand years, then 25 bits of chance: ids sort by age. */
const TIME_DIGITS = 7
const ID_CHANCE_DIGITS = 5
/** 160 bits. */
const SECRET_DIGITS = 32

/** How many bytes of chance a key takes. */
export const KEY_CHANCE_BYTES = ID_CHANCE_DIGITS + SECRET_DIGITS

const ID = `[${BASE32_DIGITS}]{${TIME_DIGITS + ID_CHANCE_DIGITS}}`
const KEY_ID = new RegExp(`^${ID}$`)
const KEY = new RegExp(`^dowser_(${ID})_([${BASE32_DIGITS}]{${SECRET_DIGITS}})$`)

/** A key as it is sent: which one it is, and the proof that one holds it. */
export interface KeyParts {
  id: string
  secret: string
}

export function newKey(now: number, chance: Uint8Array): KeyParts {
  const digits = chanceDigits(chance.subarray(0, KEY_CHANCE_BYTES))
  return {
    id: toBase32(Math.floor(now / 1000), TIME_DIGITS) + digits.slice(0, ID_CHANCE_DIGITS),
    secret: digits.slice(ID_CHANCE_DIGITS),
  }
}

/** The prefix tells whoever finds one, a secret scanner too, what it opens. */
export function keyText({ id, secret }: KeyParts): string {
  return `dowser_${id}_${secret}`
}

/** Undefined: no key of ours looks like that. There is one way to write a key. */
export function parseKey(text: string): KeyParts | undefined {
  const [, id, secret] = KEY.exec(text) ?? []
  return id !== undefined && secret !== undefined ? { id, secret } : undefined
}

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text)
}
