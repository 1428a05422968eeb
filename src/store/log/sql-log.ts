import { UnreadableCampaign } from '../../core/campaign/codec/read-record.ts'
import type { Log } from '../../core/campaign/ports.ts'
import { hasTable, type Sql } from './sql.ts'

/** How much is read at a time while records are folded. */
const BYTES_A_READ = 2_000_000
const MAX_ROWS_A_READ = 1_000

/** The table of a campaign's log. */
export const LOG_TABLE = 'step'

/**
 * A campaign's log in SQLite, one row per record. The first record creates the table, so that asking
 * for a campaign that does not exist writes nothing.
 */
export function sqlLog(sql: Sql, compressor: Compressor, table = LOG_TABLE): Log {
  return {
    append(seq, ...records) {
      const insert = (record: Uint8Array, i: number) =>
        sql.run(
          `INSERT INTO ${table} (seq, record) VALUES (?, ?)`,
          seq + i,
          packed(record, compressor),
        )
      if (seq > 1 && records.length === 1) return insert(records[0]!, 0)
      sql.transaction(() => {
        if (seq === 1) sql.run(`CREATE TABLE ${table} ${COLUMNS}`)
        records.forEach(insert)
      })
    },

    read(seq) {
      const [row] = sql.all<Row>(`SELECT seq, record FROM ${table} WHERE seq = ?`, seq)
      if (row === undefined) throw new UnreadableCampaign(seq)
      return unpacked(row.record, compressor)
    },

    *after(seq) {
      if (!hasTable(sql, table)) return
      let limit = 1
      for (let last = seq; ;) {
        const rows = sql.all<Row>(
          `SELECT seq, record FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ?`,
          last,
          limit,
        )
        // The table was created together with the first record, which is lost.
        if (rows.length === 0 && last === 0) throw new UnreadableCampaign(1)
        for (const { seq: found, record } of rows) {
          // Past a gap, every later record would be taken for another.
          if (found !== ++last) throw new UnreadableCampaign(last)
          yield unpacked(record, compressor)
        }
        if (rows.length < limit) return
        limit = rowsToRead(rows)
      }
    },
  }
}

const COLUMNS = '(seq INTEGER PRIMARY KEY, record BLOB NOT NULL)'

interface Row {
  seq: number
  record: Uint8Array
}

/** Estimates from the last rows: a record has thirty bytes to almost two million. */
function rowsToRead(last: readonly Row[]): number {
  const bytes = last.reduce((sum, { record }) => sum + record.length, 0)
  const fit = Math.floor((BYTES_A_READ * last.length) / bytes)
  return Math.max(1, Math.min(fit, 4 * last.length, MAX_ROWS_A_READ))
}

/** The number of the last record; 0 where there is none. */
export function lastSeq(sql: Sql): number {
  if (!hasTable(sql, 'step')) return 0
  return sql.all<{ seq: number | null }>('SELECT max(seq) AS seq FROM step')[0]!.seq ?? 0
}

/** Marks a campaign that is being removed, by a table: asking for it writes nothing. */
export function removalMark(sql: Sql) {
  return {
    isSet: () => hasTable(sql, 'removal'),
    set: () => sql.run('CREATE TABLE removal (mark INTEGER)'),
    /** Whether there is a log, readable or not. */
    hasLog: () => hasTable(sql, LOG_TABLE),
  }
}

/** A compressor that every runtime provides. */
export interface Compressor {
  deflate: (bytes: Uint8Array) => Uint8Array
  /** Throws on bytes that `deflate` did not write. */
  inflate: (bytes: Uint8Array) => Uint8Array
}

/** The first byte of a compressed record; no other record begins with it. */
const COMPRESSED = 0xdc
/** Shorter records hardly shrink: one of thirty links has some six hundred bytes. */
const MIN_COMPRESSED_BYTES = 500

/** A record as it is stored: compressed if that makes it smaller. */
export function packed(record: Uint8Array, compressor: Compressor): Uint8Array {
  if (record.length < MIN_COMPRESSED_BYTES) return record
  const deflated = compressor.deflate(record)
  if (deflated.length + 1 >= record.length) return record
  const pack = new Uint8Array(deflated.length + 1)
  pack[0] = COMPRESSED
  pack.set(deflated, 1)
  return pack
}

export function unpacked(pack: Uint8Array, compressor: Compressor): Uint8Array {
  if (pack[0] !== COMPRESSED) return pack
  try {
    return compressor.inflate(pack.subarray(1))
  } catch {
    // No record begins with this byte, so the reader refuses it, and can say which record it was.
    return pack
  }
}
