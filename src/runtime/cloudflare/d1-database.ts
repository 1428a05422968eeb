import type { Database, Statement } from '../../store/database.ts'

export function d1Database(d1: D1Database): Database {
  const prepare = ({ query, values }: Statement) => d1.prepare(query).bind(...values)
  return {
    all: async <Row>(statement: Statement) => (await prepare(statement).all<Row>()).results,
    batch: async (statements) => void (await d1.batch(statements.map(prepare))),
  }
}
