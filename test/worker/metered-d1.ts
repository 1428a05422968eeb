import { testEnv } from './migrate.ts'

/** The environment with a database that counts: what D1 itself says of each statement. */
export function meteredEnv() {
  const rows = { read: 0, written: 0 }
  const count = <R extends D1Result>(result: R): R => {
    rows.read += result.meta.rows_read
    rows.written += result.meta.rows_written
    return result
  }
  const { DB } = testEnv
  const prepare = (query: string) => ({
    bind(...values: unknown[]) {
      const statement = DB.prepare(query).bind(...values)
      return Object.assign(statement, { all: async () => count(await statement.run()) })
    },
  })
  const batch = async (statements: D1PreparedStatement[]) => (await DB.batch(statements)).map(count)
  return { rows, env: { ...testEnv, DB: { prepare, batch } as unknown as D1Database } }
}
