import { DatabaseSync } from 'node:sqlite'
import { MAIN_OWNER } from '../../src/core/access/access-key.ts'
import type { CrawledPage } from '../../src/core/campaign/results/crawled-page.ts'
import { nodeDatabase } from '../../src/runtime/local/node-sql.ts'
import { resultStore } from '../../src/store/results/result-store.ts'
import { d1File } from '../local/state-files.ts'

const PAGES_A_SAVE = 1_000
/** Beyond what the campaign has recorded itself. */
const FIRST_SEQ = 1_000

/** Puts pages straight into the local D1, as a campaign would have saved them. */
export async function stockPages(stateDir: string, campaign: string, count: number): Promise<void> {
  const sqlite = new DatabaseSync(d1File(stateDir))
  const results = resultStore(nodeDatabase(sqlite))
  const [summary] = await results.listCampaigns(MAIN_OWNER, { before: undefined, limit: 1 })
  if (summary?.id !== campaign) throw new Error(`D1 has no campaign ${campaign}`)
  for (let done = 0; done < count; done += PAGES_A_SAVE) {
    const length = Math.min(PAGES_A_SAVE, count - done)
    const pages = Array.from({ length }, (_, i) => pageAt(done + i))
    const owned = { ...summary, owner: MAIN_OWNER }
    await results.save({ ...NOTHING_ELSE, campaign: owned, pages })
  }
  sqlite.close()
}

const NOTHING_ELSE = {
  replaced: [],
  turningPoints: [],
  upTo: 1,
  notifiedUpTo: 0,
  rebuilt: undefined,
}

/** Of the size that pages have; one in five has a score. */
function pageAt(place: number): CrawledPage {
  return {
    seq: FIRST_SEQ + place,
    url: `https://www.site-${place % 50}.example/articles/2026/${place}/the-eruption-of-a-volcano`,
    title: `The eruption of a volcano, and what it left behind: part ${place} 🌋`,
    outcome: 'ok',
    httpStatus: 200,
    score: place % 5 === 0 ? (place % 64) / 16 : 0,
    estimate: (place % 100) / 100,
    depth: 1 + (place % 9),
    links: place % 120,
    bodyBytes: 20_000 + (place % 10_000),
    durationMs: 50 + (place % 300),
    fetchedAt: Date.UTC(2026, 0, 1) + 1_000 * place,
  }
}
