import type { SqlValue } from '../log/sql.ts'

export interface Statement {
  query: string
  values: SqlValue[]
}

/** SQLite at a distance, shared by all campaigns: D1, or a file of its own. */
export interface Database {
  all<Row>(statement: Statement): Promise<Row[]>
  /** All of them or none. */
  batch(statements: Statement[]): Promise<void>
}
