import type { AccessScope } from './access-scope.ts'

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
