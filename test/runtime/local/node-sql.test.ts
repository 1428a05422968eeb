import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nodeDatabase } from '../../../src/runtime/local/node-sql.ts'
import { openSqlite } from '../../../src/runtime/local/sqlite-file.ts'

test('a write waits while another process holds the database, and nothing else does', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'dowser-')), 'results.sqlite')
  const sqlite = openSqlite(file)
  sqlite.exec('CREATE TABLE page (url TEXT)')
  const database = nodeDatabase(sqlite)
  const other = new DatabaseSync(file)
  other.exec(`BEGIN IMMEDIATE; INSERT INTO page VALUES ('theirs')`)

  const order: string[] = []
  const statement = { query: 'INSERT INTO page VALUES (?)', values: ['ours'] }
  const saving = database.batch([statement]).then(() => order.push('saved'))
  const reading = { query: 'SELECT url FROM page', values: [] }
  expect(await database.all(reading)).toEqual([])
  await pause(50)
  order.push('released')
  other.exec('COMMIT')
  await saving

  expect(order).toEqual(['released', 'saved'])
  expect(await database.all(reading)).toEqual([{ url: 'theirs' }, { url: 'ours' }])
  other.close()
  sqlite.close()
})
