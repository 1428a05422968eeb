import type { IdempotencyRecord, IdempotencyStore } from '../../core/campaign/idempotency.ts'
import type { Database } from './database.ts'

/** The idempotency keys of clients, in D1. */
export function idempotencyStore(database: Database) {
  const store = {
    async find(owner: string, key: string): Promise<IdempotencyRecord | undefined> {
      const [record] = await database.all<IdempotencyRecord>({
        query: `SELECT owner, key, body_hash AS bodyHash, resource FROM idempotency
                WHERE owner = ? AND key = ?`,
        values: [owner, key],
      })
      return record
    },

    async putIfAbsent(record: IdempotencyRecord, now: number): Promise<IdempotencyRecord> {
      const { owner, key, bodyHash, resource } = record
      const inserted = await database.all({
        query: `INSERT OR IGNORE INTO idempotency (owner, key, body_hash, resource, created_at)
                VALUES (?, ?, ?, ?, ?) RETURNING 1`,
        values: [owner, key, bodyHash, resource, now],
      })
      if (inserted.length > 0) return record
      // The one that stood may have been removed in between, with its resource.
      return (await store.find(owner, key)) ?? store.putIfAbsent(record, now)
    },

    removeBefore(createdAt: number): Promise<void> {
      return database.batch([
        { query: 'DELETE FROM idempotency WHERE created_at < ?', values: [createdAt] },
      ])
    },
  }
  return store satisfies IdempotencyStore & Record<string, unknown>
}
