import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { OwnedSummary } from '../../../src/core/campaign/results/campaign-summary.ts'
import { nodeDatabase } from '../../../src/runtime/local/node-sql.ts'
import { takeOverdue } from '../../../src/store/results/campaign-rows.ts'
import { resultStore } from '../../../src/store/results/result-store.ts'
import { batchOf } from '../../fixtures/batch.ts'
import { migrated } from '../../fixtures/migrated.ts'

const SUMMARY: OwnedSummary = {
  id: '01m7h3aaaaaaaaaaaa',
  owner: 'acme',
  name: 'Volcanoes',
  status: 'running',
  statusReason: null,
  budget: 5,
  fetched: 1,
  relevant: 1,
  score: 0.5,
  createdAt: 1_000,
  updatedAt: 2_000,
  nextTickAt: 3_000,
}

const EVERYTHING = { before: undefined, limit: 100 }

/** What the version before owners wrote. */
const OLDER = `INSERT OR REPLACE INTO campaign (id, name, status, status_reason, budget, fetched,
    relevant, score, created_at, updated_at, next_tick_at)
  VALUES ('01m7h3bbbbbbbbbbbb', 'Older', 'running', NULL, 5, 1, 1, 0.5, 1000, 2000, 3000)`

describe('the campaigns of an owner', () => {
  test('are listed to that owner alone', async () => {
    const results = resultStore(nodeDatabase(migrated(new DatabaseSync(':memory:'))))
    await results.save(batchOf(SUMMARY))
    await results.save(batchOf({ ...SUMMARY, id: '01m7h3cccccccccccc', owner: 'main' }))
    const { owner, ...listed } = SUMMARY
    expect(await results.listCampaigns(owner, EVERYTHING)).toEqual([listed])
    expect(await results.listCampaigns('main', EVERYTHING)).toMatchObject([
      { id: '01m7h3cccccccccccc' },
    ])
    expect(await results.listCampaigns('nobody', EVERYTHING)).toEqual([])
  })

  test('are found by primary key: no row of another owner’s is read', () => {
    const sqlite = migrated(new DatabaseSync(':memory:'))
    const plan = sqlite
      .prepare(
        `EXPLAIN QUERY PLAN SELECT id FROM campaign WHERE owner = ? AND id < ? ORDER BY id DESC`,
      )
      .all('acme', '~')
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SEARCH campaign USING PRIMARY KEY (owner=? AND id<?)',
    ])
  })

  test('are woken and marked by owner and id', async () => {
    const database = nodeDatabase(migrated(new DatabaseSync(':memory:')))
    const results = resultStore(database)
    const { id } = SUMMARY
    await results.save(batchOf(SUMMARY))
    expect(await takeOverdue(database, { now: 5_000, since: 3_001, limit: 9 })).toEqual([
      { id, owner: 'acme', status: 'running' },
    ])
    await results.markUnreadable({ id, owner: 'main' }, 8_000, 9_000)
    await results.markUnreadable({ id, owner: 'acme' }, 8_000, 9_000)
    expect(await results.listCampaigns('acme', EVERYTHING)).toMatchObject([
      { status: 'failed', statusReason: 'unreadable', nextTickAt: 9_000 },
    ])
  })

  test('from before there were owners are the main one’s, whichever version writes', async () => {
    const sqlite = migrated(new DatabaseSync(':memory:'), 1, 1)
    sqlite.exec(OLDER)
    migrated(sqlite, 2)
    sqlite.exec(OLDER)
    const results = resultStore(nodeDatabase(sqlite))
    expect(await results.listCampaigns('main', EVERYTHING)).toMatchObject([
      { id: '01m7h3bbbbbbbbbbbb', name: 'Older', updatedAt: 2_000 },
    ])
    await results.save(batchOf({ ...SUMMARY, id: '01m7h3bbbbbbbbbbbb', owner: 'main' }))
    expect(await results.listCampaigns('main', EVERYTHING)).toMatchObject([{ name: 'Volcanoes' }])
  })
})
