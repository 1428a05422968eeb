import type { Log } from '../core/campaign/ports.ts'
import type { Sql } from './sql.ts'

/** Rows read at a time when the whole log is folded: a few hundred kilobytes. */
const ROWS_A_READ = 500

/**
 * A campaign's log in SQLite, one row a record. The table is made with the first record, so that
 * asking for a campaign that does not exist writes nothing.
 */
export function sqlLog(sql: Sql): Log {
  return {
    append(seq, record) {
      if (seq === 1) sql.run('CREATE TABLE step (seq INTEGER PRIMARY KEY, record BLOB NOT NULL)')
      sql.run('INSERT INTO step (seq, record) VALUES (?, ?)', seq, record)
    },

    read(seq) {
      const [row] = sql.all<{ record: Uint8Array }>('SELECT record FROM step WHERE seq = ?', seq)
      if (row === undefined) throw new Error(`the log has no record ${seq}`)
      return row.record
    },

    *all() {
      if (!hasLog(sql)) return
      for (let seq = 0; ; seq += ROWS_A_READ) {
        const rows = sql.all<{ record: Uint8Array }>(
          'SELECT record FROM step WHERE seq > ? ORDER BY seq LIMIT ?',
          seq,
          ROWS_A_READ,
        )
        for (const row of rows) yield row.record
        if (rows.length < ROWS_A_READ) return
      }
    },
  }
}

function hasLog(sql: Sql): boolean {
  return sql.all(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'step'`).length > 0
}
