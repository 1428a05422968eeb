import type { Context } from 'hono'
import { HttpError } from './http-error.ts'
import type { RouteRequest } from '../route.ts'
import { hashOf } from '../access/sha256.ts'

/** How one thing is created. */
interface Creation<T> {
  newId: () => string
  /** Throws where it should not be created; not asked again where the key is known. */
  check: () => Promise<void>
  find: (id: string) => Promise<T | undefined>
  /** May be asked for the same id again and again, and at the same time: it is created once. */
  create: (id: string) => Promise<T>
}

const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Creates what a POST asks for; with an `Idempotency-Key`, once. Before anything is created the key
 * is bound to the id that it will have, so whoever comes with the same key, at the same time or
 * after a crash, creates the very same or finds it.
 */
export async function createOnce<T>(
  { c, owner, deps }: Pick<RouteRequest<unknown, unknown>, 'c' | 'owner' | 'deps'>,
  { newId, check, find, create }: Creation<T>,
): Promise<T> {
  const key = keyOf(c)
  const id = newId()
  if (key === undefined) {
    await check()
    return create(id)
  }
  const bodyHash = await requestHash(c)
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
    'Idempotency-Key must be 1 to 255 visible ASCII characters, a UUID for one.',
  )
}

function reused(key: string): HttpError {
  return new HttpError(
    'idempotency_key_reused',
    `The Idempotency-Key "${key}" came with another request within the last 24 hours. ` +
      'Nothing was created; take a new key for a new request.',
  )
}

/** Of the request as it was sent, whatever the order of its keys: what is drawn or filled in later differs. */
async function requestHash(c: Context): Promise<string> {
  const { method, path } = c.req
  const body: unknown = JSON.parse(await c.req.text())
  return hashOf(JSON.stringify([method, path, body], withSortedKeys))
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
