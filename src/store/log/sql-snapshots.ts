import type { Generation, SnapshotStore } from '../../core/campaign/ports.ts'
import { hasTable, type Sql } from './sql.ts'

/** Far more chunks than fit into an object's memory. */
const MAX_CHUNKS = 10_000

/** Snapshots in SQLite, one row per chunk. A row costs the same whatever its size, so chunks are large. */
export function sqlSnapshots(sql: Sql): SnapshotStore {
  return {
    replace(generation, write) {
      sql.transaction(() => {
        sql.run(
          'CREATE TABLE IF NOT EXISTS snapshot (place INTEGER PRIMARY KEY, chunk BLOB NOT NULL)',
        )
        let place = firstPlace(generation)
        write((chunk) => {
          sql.run('INSERT OR REPLACE INTO snapshot (place, chunk) VALUES (?, ?)', place++, chunk)
        })
      })
    },

    *chunks(generation) {
      if (!hasTable(sql, 'snapshot')) return
      const first = firstPlace(generation)
      for (let place = first; place < first + MAX_CHUNKS; place++) {
        const [row] = sql.all<{ chunk: Uint8Array }>(
          'SELECT chunk FROM snapshot WHERE place = ?',
          place,
        )
        if (row === undefined) return
        yield row.chunk
      }
    },
  }
}

function firstPlace(generation: Generation): number {
  return generation * MAX_CHUNKS
}
