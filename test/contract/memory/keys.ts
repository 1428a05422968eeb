import type { StoredKey, KeyStore } from '../../../src/core/access/access-key.ts'
import type { IdempotencyRecord } from '../../../src/core/campaign/idempotency.ts'
import type { IdempotencyKeys } from '../idempotency.ts'

/** API keys in a map, which outlives the port. */
export function memoryKeys(keys: Map<string, StoredKey>): KeyStore {
  return {
    find: async (id) => keys.get(id),
    async add(key) {
      if (keys.has(key.id)) throw new Error(`UNIQUE constraint failed: key ${key.id}`)
      keys.set(key.id, key)
    },
    list: async ({ owner, before = '~', limit }) =>
      [...keys.values()]
        .filter((key) => (owner === undefined || key.owner === owner) && key.id < before)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(({ hash: _hash, ...key }) => key),
    async revoke(id, at) {
      const key = keys.get(id)
      if (key) keys.set(id, { ...key, revokedAt: key.revokedAt ?? at })
    },
  }
}

interface Dated {
  record: IdempotencyRecord
  createdAt: number
}

/** Idempotency keys in a map, which outlives the port. */
export function memoryIdempotency(records: Map<string, Dated>): IdempotencyKeys {
  return {
    find: async (owner, key) => records.get(`${owner} ${key}`)?.record,
    async putIfAbsent(record, createdAt) {
      const key = `${record.owner} ${record.key}`
      const stood = records.get(key) ?? { record, createdAt }
      records.set(key, stood)
      return stood.record
    },
    async removeBefore(createdAt) {
      for (const [key, stood] of records) if (stood.createdAt < createdAt) records.delete(key)
    },
  }
}
