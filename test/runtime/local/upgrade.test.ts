import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { recordAt } from '../../../src/core/campaign/codec/read-record.ts'
import type { Created } from '../../../src/core/campaign/event.ts'
import { compressor } from '../../../src/runtime/compressor.ts'
import { campaignFileName } from '../../../src/runtime/local/campaign-files.ts'
import { BadFolder } from '../../../src/runtime/local/data-folder.ts'
import { nodeSql } from '../../../src/runtime/local/node-sql.ts'
import { processPlatform } from '../../../src/runtime/local/process-platform.ts'
import { sqlLog } from '../../../src/store/log/sql-log.ts'
import { keyStore } from '../../../src/store/results/key-store.ts'
import { resultStore } from '../../../src/store/results/result-store.ts'
import { migrated } from '../../fixtures/migrated.ts'

const store = (version: number) =>
  fileURLToPath(new URL(`../../fixtures/stores/v${version}.sqlite`, import.meta.url))

const newDir = () => mkdtempSync(join(tmpdir(), 'dowser-'))

const ALL = { before: undefined, limit: 10 }

const FIRST = '0001_campaigns_and_pages.sql'

function start(path: string) {
  const folder = { path, chooseAnother: 'choose another' }
  return processPlatform({ folder, allow: [], userAgent: 'Dowser/test' })
}

/** Results as the first version wrote them. */
function firstResults(path: string): DatabaseSync {
  const sqlite = migrated(new DatabaseSync(join(path, 'results.sqlite')), 1, 1)
  sqlite.exec(`CREATE TABLE migration (name TEXT PRIMARY KEY, applied_at INTEGER);
    INSERT INTO migration VALUES ('${FIRST}', 1)`)
  return sqlite
}

/** Puts a log of an earlier version into the folder, and returns what it says of itself. */
function addLog(path: string, version: number): Created {
  const sqlite = new DatabaseSync(store(version), { readOnly: true })
  const created = recordAt(1, sqlLog(nodeSql(sqlite), compressor)) as Created
  sqlite.close()
  mkdirSync(join(path, 'campaigns'), { recursive: true })
  copyFileSync(store(version), join(path, 'campaigns', campaignFileName(created)))
  return created
}

test('results of the first version keep their campaigns and pages, and get all that came later', async () => {
  const path = newDir()
  const sqlite = firstResults(path)
  sqlite.exec(`INSERT INTO campaign VALUES ('old', 'Old', 'completed', 'budget_exhausted', 1, 1, 1, 2.5, 1, 2, NULL);
    INSERT INTO page VALUES ('old', 2, 'http://a.test/', 'A', 'ok', 200, 2.5, NULL, 0, 3, 100, 5, 7)`)
  sqlite.close()
  const platform = start(path)
  const results = resultStore(platform.database)
  const listed = await results.listCampaigns('main', ALL)
  expect(listed).toMatchObject([{ id: 'old', name: 'Old', status: 'completed', score: 2.5 }])
  const byScore = { sort: 'score', filter: {}, after: undefined, limit: 10 } as const
  const pages = await results.listPages('old', byScore)
  expect(pages).toMatchObject([{ url: 'http://a.test/', score: 2.5 }])
  expect(await keyStore(platform.database).find('none')).toBeUndefined()
  await platform.stop()
})

test.each([
  // It ended while a fetch was under way, which is charged.
  [1, { fetched: 71, pages: 70, relevant: 50 }],
  [2, { fetched: 191, pages: 128, relevant: 127 }],
])(
  'a log of records of version %i goes on in the folder of the first version',
  async (version, counters) => {
    const path = newDir()
    firstResults(path).close()
    const { id, owner } = addLog(path, version)
    const first = start(path)
    const { campaign } = first
    const report = await campaign({ id, owner }).query('report', undefined)
    expect(report!.counters).toMatchObject(counters)
    await campaign({ id, owner }).edit({ kind: 'pause' })
    await campaign({ id, owner }).rebuild()
    await campaign({ id, owner }).flush()
    await first.stop()

    const next = start(path)
    await next.wakeStored()
    await next.campaign({ id, owner }).flush()
    const again = await next.campaign({ id, owner }).query('report', undefined)
    expect(again!.counters).toMatchObject(counters)
    const [row] = await resultStore(next.database).listCampaigns(owner, ALL)
    expect(row).toMatchObject({ id, fetched: counters.fetched, status: again!.status })
    await next.stop()
  },
)

test('a folder that a newer version has used is refused, with what to do, and is not changed', () => {
  const path = newDir()
  const sqlite = firstResults(path)
  sqlite.exec(`INSERT INTO migration VALUES ('9999_future.sql', 1)`)
  expect(() => start(path)).toThrow(BadFolder)
  expect(() => start(path)).toThrow(
    'written by a newer version (it has 9999_future.sql). Run that version, or restore a backup',
  )
  const names = sqlite.prepare('SELECT name FROM migration ORDER BY name').all()
  expect(names.map(({ name }) => name)).toEqual([FIRST, '9999_future.sql'])
  sqlite.close()
})
