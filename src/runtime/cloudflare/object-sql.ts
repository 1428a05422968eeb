import type { Meter } from './meter.ts'
import type { Sql, SqlValue } from '../../store/sql.ts'

/** A Durable Object's own SQLite. */
export function objectSql(storage: DurableObjectStorage, meter: Meter): Sql {
  const exec = (query: string, values: SqlValue[]) => {
    const cursor = storage.sql.exec(query, ...values)
    const rows = cursor.toArray()
    meter.add({ rowsRead: cursor.rowsRead, rowsWritten: cursor.rowsWritten })
    return rows
  }
  return {
    all: <Row>(query: string, ...values: SqlValue[]) => exec(query, values).map(withBytes) as Row[],
    run: (query, ...values) => void exec(query, values),
    transaction: (work) => storage.transactionSync(work),
  }
}

/** Blobs come as ArrayBuffer here and as Uint8Array elsewhere. */
function withBytes(row: Record<string, SqlStorageValue>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof ArrayBuffer ? new Uint8Array(value) : value,
    ]),
  )
}
