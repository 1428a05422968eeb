import type { AccessKey, StoredKey, KeyListing, KeyStore } from '../../core/access/access-key.ts'
import type { Database } from './database.ts'

/** API keys. A lookup reads one row, by its primary key. */
export function keyStore(database: Database): KeyStore {
  return {
    async find(id) {
      const [key] = await database.all<StoredKey>({
        query: `SELECT ${COLUMNS}, hash FROM access_key WHERE id = ?`,
        values: [id],
      })
      return key
    },

    add({ id, owner, name, scope, hash, createdAt, expiresAt, revokedAt }) {
      return database.batch([
        {
          query: `INSERT INTO access_key (id, owner, name, scope, hash, created_at, expires_at, revoked_at)
                  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          values: [id, owner, name, scope, hash, createdAt, expiresAt, revokedAt],
        },
      ])
    },

    list({ owner, before, limit }: KeyListing) {
      return database.all<AccessKey>({
        query: `SELECT ${COLUMNS} FROM access_key WHERE owner = coalesce(?, owner) AND id < ?
                ORDER BY id DESC LIMIT ?`,
        values: [owner ?? null, before ?? '~', limit],
      })
    },

    revoke(id, at) {
      return database.batch([
        {
          query: 'UPDATE access_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
          values: [at, id],
        },
      ])
    },
  }
}

const COLUMNS = `id, owner, name, scope, created_at AS createdAt, expires_at AS expiresAt,
  revoked_at AS revokedAt`
