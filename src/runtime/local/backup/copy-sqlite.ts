import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isDamage } from '../node-sql.ts'
import { BackupError } from './backup-error.ts'

/** The product may hold a file for a moment, to fold its journal into it. */
const BUSY_MS = 30_000

/** Opens a file that another process may be writing, without changing it. */
export function openReadOnly(path: string): DatabaseSync {
  const sqlite = new DatabaseSync(path, { readOnly: true })
  sqlite.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
  return sqlite
}

/**
 * Copies a SQLite file that may be in use, as it is at one moment; `gone`: it was removed meanwhile.
 * `VACUUM INTO` reads one snapshot while writers go on. SQLite's backup API would start over whenever
 * the product writes, so that the copy of a busy campaign might never end.
 */
export function copySqlite(from: string, to: string): 'copied' | 'gone' {
  const before = identityOf(from)
  if (before === undefined) return 'gone'
  try {
    const sqlite = openReadOnly(from)
    try {
      sqlite.prepare('VACUUM INTO ?').run(to)
    } finally {
      sqlite.close()
    }
  } catch (error) {
    if (identityOf(from) !== before) return 'gone'
    throw new BackupError(whyNotCopied(from, to, error))
  }
  // A removal may have taken the journal away just before it was read: the copy might be an old one.
  return identityOf(from) === before ? 'copied' : 'gone'
}

function whyNotCopied(path: string, to: string, error: unknown): string {
  if (isDamage(error)) {
    return `${path} is damaged, so no backup was made. Delete that campaign through the API if it is one, or restore an earlier backup.`
  }
  return `${path} cannot be copied to ${to}: ${(error as Error).message}. Mend that, or choose another folder: --to /some/folder`
}

/** Tells a file from another one of the same name. */
function identityOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.dev} ${stat.ino}`
}
