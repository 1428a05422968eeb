import { inject } from 'vitest'
import type { OwnedSummary } from '../../src/core/campaign/results/campaign-summary.ts'
import type { CrawledPage } from '../../src/core/campaign/results/crawled-page.ts'
import { d1Database } from '../../src/runtime/cloudflare/metered-storage.ts'
import { BillingMeter } from '../../src/host/meter.ts'
import { resultStore } from '../../src/store/results/result-store.ts'
import { create, FULL_SPEED, getJson, hasEnded, until } from './client.ts'
import { batchOf, SUMMARY } from '../fixtures/batch.ts'
import { testEnv } from './migrate.ts'

/** What one statement may hold is limited. */
const PAGES_A_SAVE = 1_000

/** A campaign that has ended, with these pages among the results and no others. */
export async function stockedCampaign(pages: readonly CrawledPage[]): Promise<string> {
  const { id } = await create({
    name: 'Stocked',
    topic: { keywords: ['volcano'] },
    seeds: [inject('demoHome')],
    budget: 1,
    rate: FULL_SPEED,
  })
  await until(id, hasEnded)
  // Whoever asks for pages brings D1 up to date: after that nothing more is written.
  await getJson(`/v1/campaigns/${id}/pages`)
  await testEnv.DB.prepare('DELETE FROM page WHERE campaign = ?').bind(id).run()
  await addPages(id, pages)
  return id
}

/** The rows that D1 says it has written. */
export async function addPages(id: string, pages: readonly CrawledPage[]): Promise<number> {
  const meter = new BillingMeter(() => 0)
  const results = resultStore(d1Database(testEnv.DB, meter))
  const ended: OwnedSummary = {
    ...SUMMARY,
    id,
    status: 'completed',
    statusReason: 'budget_exhausted',
  }
  for (let at = 0; at < pages.length; at += PAGES_A_SAVE) {
    await results.save(batchOf(ended, pages.slice(at, at + PAGES_A_SAVE)))
  }
  return meter.take().resultRowsWritten
}
