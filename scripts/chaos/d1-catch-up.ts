import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../local/client.ts'
import { settledBy, Stuck, type Started } from './campaigns.ts'
import { d1File } from '../local/state-files.ts'

/**
 * A campaign at rest asks a database that refused it again every 30 seconds. After four times that
 * long D1 must have everything by itself; sooner, once somebody asks for the pages.
 */
const BY_ITSELF_MS = 120_000
const PATIENCE_MS = 10_000

/** Waits until D1 has the pages of all campaigns, which have ended. */
export async function d1CatchesUp(
  stateDir: string,
  started: Started[],
  client: Client,
): Promise<void> {
  const recent = started.filter(({ seenAt }) => performance.now() - seenAt < BY_ITSELF_MS)
  for (const { view } of recent) await client.get(`/v1/campaigns/${view.id}/pages?limit=1`)
  const sqlite = new DatabaseSync(d1File(stateDir), { readOnly: true })
  try {
    const deadline = performance.now() + PATIENCE_MS
    while (behind(sqlite, started).length > 0 && performance.now() < deadline) await pause(100)
    const left = behind(sqlite, started)
    if (left.length > 0) throw new Stuck(`D1 does not catch up with ${left.join(', ')}`)
  } finally {
    sqlite.close()
  }
}

function behind(sqlite: DatabaseSync, started: Started[]): string[] {
  const counts = sqlite.prepare('SELECT campaign, count(*) AS pages FROM page GROUP BY campaign')
  const pages = new Map(counts.all().map((row) => [row['campaign'], Number(row['pages'])]))
  return started
    .filter((campaign) => (pages.get(campaign.view.id) ?? 0) < settledBy(campaign))
    .map(({ name }) => name)
}
