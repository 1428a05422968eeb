import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { UnreadableCampaign } from '../../core/campaign/codec/read-record.ts'
import type { Sql, SqlValue } from '../../store/log/sql.ts'
import type { Database, Statement } from '../../store/results/database.ts'

/** The SQLite built into Node, Deno and Bun. Throws `UnreadableCampaign` if the file is damaged. */
export function nodeSql(sqlite: DatabaseSync): Sql {
  const prepare = preparer(sqlite)
  return {
    all: <Row>(query: string, ...values: SqlValue[]) =>
      orUnreadable(() => prepare(query).all(...values)) as Row[],
    run: (query, ...values) => void orUnreadable(() => prepare(query).run(...values)),
    transaction: (work) => transaction(sqlite, work),
  }
}

/** The same, in place of D1. */
export function nodeDatabase(sqlite: DatabaseSync): Database {
  const prepare = preparer(sqlite)
  return {
    all: async <Row>({ query, values }: Statement) => prepare(query).all(...values) as Row[],
    async batch(statements) {
      transaction(sqlite, () => {
        for (const { query, values } of statements) prepare(query).run(...values)
      })
    },
  }
}

/** More than a campaign uses; lists with many filters have queries of their own. */
const MAX_PREPARED = 100

/** Prepares each query once: that takes 1 to 3 µs, as long as running a short one does. */
function preparer(sqlite: DatabaseSync): (query: string) => StatementSync {
  const prepared = new Map<string, StatementSync>()
  return (query) => {
    const known = prepared.get(query)
    if (known !== undefined) return known
    const statement = sqlite.prepare(query)
    if (prepared.size >= MAX_PREPARED) prepared.clear()
    prepared.set(query, statement)
    return statement
  }
}

/** A savepoint, so that transactions can nest. */
function transaction<T>(sqlite: DatabaseSync, work: () => T): T {
  sqlite.exec('SAVEPOINT work')
  try {
    const result = work()
    sqlite.exec('RELEASE work')
    return result
  } catch (error) {
    rollBack(sqlite)
    throw error
  }
}

/** SQLite itself rolls everything back when the disk is full or fails; then there is no savepoint. */
function rollBack(sqlite: DatabaseSync): void {
  try {
    sqlite.exec('ROLLBACK TO work; RELEASE work')
  } catch {
    // The error that led here says more.
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB: a file that is truncated, overwritten or no database. */
export function isDamage(error: unknown): boolean {
  return hasCode(error, [11, 26], /disk image is malformed|file is not a database/)
}

/** SQLITE_BUSY: another process holds the file. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, [5], /database is locked/)
}

/** Deno gives no code to errors of `exec`; the message is SQLite's own. */
function hasCode(error: unknown, codes: readonly number[], message: RegExp): boolean {
  const { errcode } = error as { errcode?: unknown }
  // The lower byte: the others tell causes apart.
  if (typeof errcode === 'number') return codes.includes(errcode & 0xff)
  return error instanceof Error && message.test(error.message)
}

export function orUnreadable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isDamage(error) ? new UnreadableCampaign(undefined, error) : error
  }
}
