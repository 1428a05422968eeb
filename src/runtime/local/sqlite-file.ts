import { existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Sql } from '../../store/log/sql.ts'
import { BUSY_MS, nodeSql, orUnreadable } from './node-sql.ts'

/** What is committed survives a power cut: each commit is synchronised with the disk. */
export function openSqlite(path: string): DatabaseSync {
  const sqlite = new DatabaseSync(path)
  try {
    sqlite.exec(
      `PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`,
    )
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/**
 * The file of one campaign, which is opened when it is used and can be closed at any time. Asking
 * for a campaign that does not exist makes no file.
 */
export class CampaignFile {
  readonly #path: string
  #open: { sqlite: DatabaseSync; sql: Sql } | undefined

  constructor(path: string) {
    this.#path = path
  }

  readonly sql: Sql = {
    all: (query, ...values) =>
      this.#open === undefined && !existsSync(this.#path) ? [] : this.#sql().all(query, ...values),
    run: (query, ...values) => this.#sql().run(query, ...values),
    transaction: (work) => this.#sql().transaction(work),
  }

  close(): void {
    this.#open?.sqlite.close()
    this.#open = undefined
  }

  erase(): void {
    this.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.#path + suffix, { force: true })
  }

  #sql(): Sql {
    if (this.#open !== undefined) return this.#open.sql
    const sqlite = orUnreadable(() => openSqlite(this.#path))
    this.#open = { sqlite, sql: nodeSql(sqlite) }
    return this.#open.sql
  }
}
