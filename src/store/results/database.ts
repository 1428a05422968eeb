import type { SqlValue } from '../log/sql.ts'

export interface Statement {
  query: string
  values: SqlValue[]
}

/** A remote SQLite that all campaigns share: D1, or a file. */
export interface Database {
  all<Row>(statement: Statement): Promise<Row[]>
  /** Runs all statements or none. */
  batch(statements: Statement[]): Promise<void>
}
