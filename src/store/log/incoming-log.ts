import { UnreadableCampaign } from '../../core/campaign/codec/read-record.ts'
import type { IncomingLog } from '../../core/campaign/log/log-import.ts'
import { LOG_TABLE, sqlLog, type Compressor } from './sql-log.ts'
import { hasTable, type Sql } from './sql.ts'

const TABLE = 'incoming'

/** A row of a Durable Object has two million bytes at most, its number included. */
const MAX_ROW_BYTES = 1_990_000

/**
 * A log that is being imported, in a table of its own: until it is renamed, there is no campaign. The
 * mark is a table, so that asking for it writes nothing.
 */
export function incomingLog(sql: Sql, compressor: Compressor): IncomingLog {
  const log = sqlLog(bounded(sql), compressor, TABLE)
  return {
    log,
    importId() {
      if (!hasTable(sql, 'import')) return undefined
      return sql.all<{ id: string }>('SELECT id FROM import')[0]?.id ?? ''
    },
    begin(importId) {
      sql.transaction(() => {
        sql.run('CREATE TABLE import (id TEXT NOT NULL)')
        sql.run('INSERT INTO import (id) VALUES (?)', importId)
      })
    },
    adopt() {
      sql.transaction(() => {
        sql.run(`ALTER TABLE ${TABLE} RENAME TO ${LOG_TABLE}`)
        sql.run('DROP TABLE import')
      })
    },
  }
}

/** The same storage, which refuses a record that a campaign could not have stored. */
function bounded(sql: Sql): Sql {
  return {
    ...sql,
    run(query, ...values) {
      const [seq, record] = values
      if (record instanceof Uint8Array && record.length > MAX_ROW_BYTES) {
        throw new UnreadableCampaign(seq as number, undefined, 'it is too large to be stored')
      }
      sql.run(query, ...values)
    },
  }
}
