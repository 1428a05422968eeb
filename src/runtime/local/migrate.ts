import { readdirSync, readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)

export class NewerFolder extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `The results in this folder were written by a newer version (it has ${unknown.join(', ')}). Run that version, or restore a backup from before the upgrade.`,
    )
  }
}

/** Brings the results up to the newest migration: each runs once, in order, whole or not at all. */
export function migrate(sqlite: DatabaseSync, folder = MIGRATIONS): void {
  sqlite.exec('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at INTEGER)')
  const names = namesIn(folder)
  const done = assertKnownMigrations(sqlite, names)
  const record = sqlite.prepare('INSERT INTO migration (name, applied_at) VALUES (?, ?)')
  for (const name of names.filter((one) => !done.has(one))) {
    sqlite.exec('BEGIN IMMEDIATE')
    try {
      sqlite.exec(readFileSync(new URL(name, folder), 'utf8'))
      record.run(name, Date.now())
      sqlite.exec('COMMIT')
    } catch (error) {
      if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
      throw error
    }
  }
}

/** Throws `NewerFolder`. Returns the names of the migrations that have run. */
export function assertKnownMigrations(
  sqlite: DatabaseSync,
  names: readonly string[] = namesIn(MIGRATIONS),
): Set<string> {
  const applied = sqlite.prepare('SELECT name FROM migration ORDER BY name').all()
  const done = applied.map(({ name }) => String(name))
  const unknown = done.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new NewerFolder(unknown)
  return new Set(done)
}

function namesIn(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}
