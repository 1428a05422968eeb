import { UnreadableCampaign } from '../../core/campaign/codec/read-record.ts'
import type { Meter } from '../../host/meter.ts'
import type { Sql, SqlValue } from '../../store/log/sql.ts'
import type { Database, Statement } from '../../store/results/database.ts'

/** A Durable Object's own SQLite. */
export function objectSql(storage: DurableObjectStorage, meter: Meter): Sql {
  const exec = (query: string, values: SqlValue[]) => {
    const cursor = storage.sql.exec(query, ...values)
    const rows = cursor.toArray()
    meter.add({ rowsRead: cursor.rowsRead, rowsWritten: cursor.rowsWritten })
    return rows
  }
  const tryExec = (query: string, values: SqlValue[]) => {
    try {
      return exec(query, values)
    } catch (error) {
      throw isDamage(error) ? new UnreadableCampaign(undefined, error) : error
    }
  }
  return {
    all: <Row>(query: string, ...values: SqlValue[]) =>
      tryExec(query, values).map(withBytes) as Row[],
    run: (query, ...values) => void tryExec(query, values),
    transaction: (work) => storage.transactionSync(work),
  }
}

/** Not awaited: the object's answer waits for what it has written. */
export function setAlarm(storage: DurableObjectStorage, at: number | undefined): void {
  void (at === undefined ? storage.deleteAlarm() : storage.setAlarm(at))
}

/** SQLite's codes for a file that is truncated, overwritten or no database; only the message has them. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && /\bSQLITE_(CORRUPT|NOTADB)/.test(error.message)
}

/** Durable Objects return blobs as ArrayBuffer, other runtimes as Uint8Array. */
function withBytes(row: Record<string, SqlStorageValue>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof ArrayBuffer ? new Uint8Array(value) : value,
    ]),
  )
}

/** D1; the rows that it bills are counted by the meter, if given. */
export function d1Database(d1: D1Database, meter?: Meter): Database {
  const prepare = ({ query, values }: Statement) => d1.prepare(query).bind(...values)
  const count = <Row>(result: D1Result<Row>): Row[] => {
    const { rows_read: resultRowsRead, rows_written: resultRowsWritten } = result.meta
    meter?.add({ resultRowsRead, resultRowsWritten })
    return result.results
  }
  return {
    all: async <Row>(statement: Statement) => count(await prepare(statement).all<Row>()),
    async batch(statements) {
      for (const result of await d1.batch(statements.map(prepare))) count(result)
    },
  }
}
