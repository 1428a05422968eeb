/** Values that every SQLite here can bind: Durable Objects, Node, Deno and Bun. */
export type SqlValue = null | number | string | Uint8Array

/** The campaign's own SQLite, synchronous; blobs are read as `Uint8Array`. */
export interface Sql {
  all<Row>(query: string, ...values: SqlValue[]): Row[]
  run(query: string, ...values: SqlValue[]): void
  /** Commits what `work` writes, or nothing if it throws; returns what `work` returns. */
  transaction<T>(work: () => T & Synchronous<T>): T
}

/** Refuses a promise by its type: SQLite would commit before an async callback had written. */
type Synchronous<T> =
  T extends PromiseLike<unknown> ? 'a transaction cannot wait: pass a synchronous callback' : T

export function hasTable(sql: Sql, name: string): boolean {
  return sql.all(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`, name).length > 0
}
