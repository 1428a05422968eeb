import type { Database, Statement } from '../../store/results/database.ts'
import type { Meter } from './meter.ts'

/** D1; what it bills goes to the meter, if there is one. */
export function d1Database(d1: D1Database, meter?: Meter): Database {
  const prepare = ({ query, values }: Statement) => d1.prepare(query).bind(...values)
  const count = <Row>(result: D1Result<Row>): Row[] => {
    const { rows_read: d1RowsRead, rows_written: d1RowsWritten } = result.meta
    meter?.add({ d1RowsRead, d1RowsWritten })
    return result.results
  }
  return {
    all: async <Row>(statement: Statement) => count(await prepare(statement).all<Row>()),
    async batch(statements) {
      for (const result of await d1.batch(statements.map(prepare))) count(result)
    },
  }
}
