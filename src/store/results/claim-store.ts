import type { Claim, Claims } from '../../core/campaign/claims.ts'
import type { Database } from './database.ts'

/** What the keys of clients stand for. */
export function claimStore(database: Database) {
  const store = {
    async find(owner: string, key: string): Promise<Claim | undefined> {
      const [claim] = await database.all<Claim>({
        query: `SELECT owner, key, body_hash AS bodyHash, resource FROM idempotency
                WHERE owner = ? AND key = ?`,
        values: [owner, key],
      })
      return claim
    },

    async claim(claim: Claim, now: number): Promise<Claim> {
      const { owner, key, bodyHash, resource } = claim
      const inserted = await database.all({
        query: `INSERT OR IGNORE INTO idempotency (owner, key, body_hash, resource, created_at)
                VALUES (?, ?, ?, ?, ?) RETURNING 1`,
        values: [owner, key, bodyHash, resource, now],
      })
      if (inserted.length > 0) return claim
      // It may have been removed in between, with what it stood for.
      return (await store.find(owner, key)) ?? store.claim(claim, now)
    },

    /** Those made before that moment. */
    forget(before: number): Promise<void> {
      return database.batch([
        { query: 'DELETE FROM idempotency WHERE created_at < ?', values: [before] },
      ])
    },
  }
  return store satisfies Claims & Record<string, unknown>
}
