/** What every SQLite here can bind: Durable Objects, Node, Deno and Bun. */
export type SqlValue = null | number | string | Uint8Array

/** SQLite embedded beside the campaign, synchronous; blobs come back as `Uint8Array`. */
export interface Sql {
  all<Row>(query: string, ...values: SqlValue[]): Row[]
  run(query: string, ...values: SqlValue[]): void
  /** All of what `work` writes or none: it must not wait. */
  transaction(work: () => void): void
}

export function hasTable(sql: Sql, name: string): boolean {
  return sql.all(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`, name).length > 0
}
