/** Binds a client's `Idempotency-Key` to the one resource that its request creates. */
export interface IdempotencyRecord {
  owner: string
  /** Chosen by the client. */
  key: string
  /** Hash of the request: the same key with another request is refused. */
  bodyHash: string
  /** Id of the resource that was created, or is about to be. */
  resource: string
}

/** How long a key stays bound. */
export const IDEMPOTENCY_KEY_MS = 24 * 3_600_000

/** The idempotency keys of all owners. */
export interface IdempotencyStore {
  find: (owner: string, key: string) => Promise<IdempotencyRecord | undefined>
  /** The first record of a key stands: every caller gets that one. */
  putIfAbsent: (record: IdempotencyRecord, now: number) => Promise<IdempotencyRecord>
}
