import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { nodeDatabase } from '../../../src/runtime/local/node-sql.ts'
import { resultStore } from '../../../src/store/results/result-store.ts'
import { migrated } from '../../fixtures/migrated.ts'

/** What the version before wrote with each flush. */
function olderFlush(sqlite: DatabaseSync, id: string, status: string, nextTickAt: number): void {
  const write = sqlite.prepare(
    `INSERT OR REPLACE INTO campaign (owner, id, name, status, status_reason, budget, fetched,
       relevant, score, created_at, updated_at, next_tick_at, flushed_seq)
     VALUES ('main', ?, 'a', ?, NULL, 1, 0, 0, 0, 0, 0, ?, 1)`,
  )
  write.run(id, status, nextTickAt)
}

const overdueAt = async (sqlite: DatabaseSync, now: number) => {
  const found = await resultStore(nodeDatabase(sqlite)).takeOverdue({
    now,
    since: now - 100,
    limit: 9,
  })
  return found.map(({ id, status }) => `${id} ${status}`).toSorted((a, b) => (a < b ? -1 : 1))
}

test('overdue campaigns are found whichever version wrote them, before the index or after', async () => {
  const sqlite = migrated(new DatabaseSync(':memory:'), 1, 5)
  olderFlush(sqlite, 'a', 'running', 1)
  olderFlush(sqlite, 'b', 'completed', 1)
  olderFlush(sqlite, 'c', 'failed', 1)
  migrated(sqlite, 6)
  olderFlush(sqlite, 'd', 'running', 1)
  olderFlush(sqlite, 'a', 'paused', 1)
  expect(await overdueAt(sqlite, 1_000)).toEqual(['c failed', 'd running'])
})
