import type { Context } from 'hono'
import { HttpError } from './http-error.ts'
import type { RouteRequest } from '../route.ts'
import { hashOf } from '../access/sha256.ts'

/** How a resource is created. */
interface Creation<T> {
  newId: () => string | Promise<string>
  /** Identifies the request; undefined for a JSON body, which does so itself. */
  hash?: () => Promise<string>
  /** Throws if it should not be created; skipped if the key is known. */
  check: () => Promise<void>
  find: (id: string) => Promise<T | undefined>
  /** May be called repeatedly and concurrently with the same id: it creates one resource. */
  create: (id: string) => Promise<T>
}

const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Creates a resource; with an `Idempotency-Key`, only once. The key is bound to the new id before
 * anything is created, so a request with the same key, concurrent or after a crash, creates or finds
 * the same resource.
 */
export async function createOnce<T>(
  { c, owner, deps }: Pick<RouteRequest<unknown, unknown>, 'c' | 'owner' | 'deps'>,
  { newId, hash, check, find, create }: Creation<T>,
): Promise<T> {
  const key = keyOf(c)
  const id = await newId()
  if (key === undefined) {
    await check()
    return create(id)
  }
  const bodyHash = await (hash?.() ?? requestHash(c))
  const known = await deps.idempotency.find(owner, key)
  if (known === undefined) await check()
  const record =
    known ??
    (await deps.idempotency.putIfAbsent({ owner, key, bodyHash, resource: id }, deps.now()))
  if (record.bodyHash !== bodyHash) throw reused(key)
  if (record.resource === id) return create(id)
  c.header('Idempotency-Replayed', 'true')
  return (await find(record.resource)) ?? create(record.resource)
}

function keyOf(c: Context): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined || KEY.test(key)) return key
  throw new HttpError(
    'invalid_idempotency_key',
    'Idempotency-Key must be 1 to 255 visible ASCII characters. A UUID is a good choice.',
  )
}

function reused(key: string): HttpError {
  return new HttpError(
    'idempotency_key_reused',
    `The Idempotency-Key "${key}" was used for a different request in the last 24 hours. ` +
      'Nothing was created. Use a new key for a new request.',
  )
}

/** Hash of the request as it was sent, whatever the order of its keys; defaults would make it differ. */
async function requestHash(c: Context): Promise<string> {
  const { method, path } = c.req
  const body: unknown = JSON.parse(await c.req.text())
  return hashOf(JSON.stringify([method, path, body], withSortedKeys))
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
