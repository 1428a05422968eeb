import type { CampaignService } from '../../core/campaign/service.ts'
import { resultStore } from '../../store/result-store.ts'
import { d1Database } from './d1-database.ts'
import type { Env } from './env.ts'

/** Later than any healthy tick, sooner than the second heartbeat after it. */
const OVERDUE_MS = 30_000

/** One Durable Object a campaign, results in D1. */
export function cloudflareCampaigns(env: Env): CampaignService {
  const results = resultStore(d1Database(env.DB))
  const object = (id: string) => env.CAMPAIGN.getByName(id)
  return {
    create: (id, spec) => object(id).create(id, spec),
    report: (id) => object(id).report(),
    edit: (id, request) => object(id).edit(request),
    decisions: ({ campaign, before, limit }) =>
      object(campaign).decisions(before ?? Number.MAX_SAFE_INTEGER, limit),
    log: ({ campaign, after, upTo }) => object(campaign).log(after, upTo),
    list: (listing) => results.listCampaigns(listing),
    async pages(listing) {
      const exists = await object(listing.campaign).flush()
      return exists ? results.listPages(listing) : undefined
    },
  }
}

/** The heartbeat: whatever lost its alarm goes on. */
export async function wakeOverdue(env: Env, now: number): Promise<void> {
  const overdue = await resultStore(d1Database(env.DB)).listOverdue(now - OVERDUE_MS)
  await Promise.all(overdue.map((id) => env.CAMPAIGN.getByName(id).wake()))
}
