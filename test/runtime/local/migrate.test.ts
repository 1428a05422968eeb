import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrate, NewerFolder } from '../../../src/runtime/local/migrate.ts'

const count = (sqlite: DatabaseSync) =>
  sqlite.prepare('SELECT count(*) AS n FROM migration').get()!['n'] as number

test('each migration runs once, also from an earlier version on', () => {
  const sqlite = new DatabaseSync(':memory:')
  migrate(sqlite)
  const all = count(sqlite)
  expect(all).toBeGreaterThan(5)
  migrate(sqlite)
  expect(count(sqlite)).toBe(all)
  sqlite.exec("DROP INDEX page_by_score; DELETE FROM migration WHERE name LIKE '0003%'")
  migrate(sqlite)
  expect(count(sqlite)).toBe(all)
  expect(
    sqlite.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'page_by_score'`).all(),
  ).toHaveLength(1)
})

test('the results of a newer version are refused, and left as they are', () => {
  const sqlite = new DatabaseSync(':memory:')
  migrate(sqlite)
  const all = count(sqlite)
  sqlite.exec(`INSERT INTO migration VALUES ('9999_future.sql', 1)`)
  expect(() => migrate(sqlite)).toThrow(NewerFolder)
  expect(count(sqlite)).toBe(all + 1)
})
