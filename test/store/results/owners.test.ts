import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { OwnedSummary } from '../../../src/core/campaign/results/campaign-summary.ts'
import { nodeDatabase } from '../../../src/runtime/local/node-sql.ts'
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
  test('are found by primary key: no row of another owner is read', () => {
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

  test('from before there were owners belong to the main one, whichever version writes', async () => {
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
