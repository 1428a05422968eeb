import { setTimeout as pause } from 'node:timers/promises'
import type { Usage } from '../../src/core/campaign/cost/usage.ts'
import type { Counters } from '../../src/core/campaign/state/counters.ts'
import { KEYWORD } from '../../src/lab/bench/endless-web.ts'
import type { Client } from '../local/client.ts'

const POLL_MS = 500

/** A campaign as the API shows it. */
export interface CampaignView {
  id: string
  status: string
  createdAt: string
  updatedAt: string
  progress: Counters & { known: number }
  skipped: Partial<Record<string, number>>
  memory: { shelved: number }
  cost: { spent: Usage }
}

export interface Crawl {
  seed: string
  pages: number
  perMinute: number
  hostDelayMs: number
}

export async function startCrawl(client: Client, crawl: Crawl): Promise<CampaignView> {
  return client.post<CampaignView>('/v1/campaigns', {
    name: 'Bench',
    topic: { keywords: [KEYWORD] },
    seeds: [crawl.seed],
    budget: crawl.pages,
    rate: { perMinute: crawl.perMinute, hostDelayMs: crawl.hostDelayMs },
  })
}

/** Its report once it has ended and noted that D1 has everything; and how often it was asked before. */
export async function untilNoted(
  client: Client,
  id: string,
): Promise<{ report: CampaignView; calls: number }> {
  const ended = await untilEnded(client, id)
  for (let calls = 0; ; calls++) {
    const report = await client.get<CampaignView>(`/v1/campaigns/${id}`)
    if (report.updatedAt > ended.updatedAt) return { report, calls }
    await pause(POLL_MS)
  }
}

/** Reads progress from D1, so that the campaign's object is not asked. */
async function untilEnded(client: Client, id: string): Promise<Listed> {
  for (;;) {
    const { campaigns } = await client.get<{ campaigns: Listed[] }>('/v1/campaigns')
    const found = campaigns.find((campaign) => campaign.id === id)
    if (found?.status === 'completed') return found
    if (found !== undefined && found.status !== 'running') {
      throw new Error(`the campaign was to run to its end, but is ${found.status}`)
    }
    await pause(POLL_MS)
  }
}

type Listed = Pick<CampaignView, 'id' | 'status' | 'updatedAt'>
