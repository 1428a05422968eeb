import type { DatabaseSync } from 'node:sqlite'
import type { Database, Statement } from '../../store/results/database.ts'
import type { Sql, SqlValue } from '../../store/log/sql.ts'

/** The SQLite built into Node, Deno and Bun. */
export function nodeSql(sqlite: DatabaseSync): Sql {
  return {
    all: <Row>(query: string, ...values: SqlValue[]) =>
      sqlite.prepare(query).all(...values) as Row[],
    run: (query, ...values) => void sqlite.prepare(query).run(...values),
    transaction: (work) => transaction(sqlite, work),
  }
}

/** The same, in place of D1. */
export function nodeDatabase(sqlite: DatabaseSync): Database {
  return {
    all: async <Row>({ query, values }: Statement) => sqlite.prepare(query).all(...values) as Row[],
    async batch(statements) {
      transaction(sqlite, () => {
        for (const { query, values } of statements) sqlite.prepare(query).run(...values)
      })
    },
  }
}

/** A savepoint, so that transactions can nest. */
function transaction<T>(sqlite: DatabaseSync, work: () => T): T {
  sqlite.exec('SAVEPOINT work')
  try {
    return work()
  } catch (error) {
    sqlite.exec('ROLLBACK TO work')
    throw error
  } finally {
    sqlite.exec('RELEASE work')
  }
}
