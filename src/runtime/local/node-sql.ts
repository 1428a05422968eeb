import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
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

/** The same, in place of D1. While another process holds the file, only those who write to it wait. */
export function nodeDatabase(sqlite: DatabaseSync): Database {
  // SQLite's own wait would stop the whole process: crawls, calls and timers.
  sqlite.exec('PRAGMA busy_timeout = 0')
  const prepare = preparer(sqlite)
  return {
    all: <Row>({ query, values }: Statement) =>
      whenFree(() => prepare(query).all(...values) as Row[]),
    batch: (statements) =>
      whenFree(() =>
        transaction(sqlite, () => {
          for (const { query, values } of statements) prepare(query).run(...values)
        }),
      ),
  }
}

/** A command that reads the file, such as a backup, may hold it for a moment. */
export const BUSY_MS = 5_000
const TRY_EVERY_MS = 20

async function whenFree<T>(work: () => T): Promise<T> {
  const deadline = performance.now() + BUSY_MS
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    await pause(TRY_EVERY_MS)
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
