import type { Overview, RunningCampaign } from '../../core/campaign/results/campaign-summary.ts'
import type { Database, Statement } from './database.ts'
import type { Identity } from '../../core/campaign/campaign.ts'
import type { CampaignSummary } from '../../core/campaign/results/campaign-summary.ts'
import { unreadableEvent } from '../../core/webhook/webhook-event.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'

/** A row of `campaign` as a summary. */
export const CAMPAIGN_COLUMNS = `id, name, status, status_reason AS statusReason, budget, fetched, relevant,
  score, created_at AS createdAt, updated_at AS updatedAt, next_tick_at AS nextTickAt`

/** Counts all campaigns of an owner, and lists the newest of those that run. */
export async function campaignOverview(
  database: Database,
  owner: string,
  limit: number,
): Promise<Overview> {
  const [byStatus, running] = await Promise.all([
    database.all<Overview['byStatus'][number]>({
      query: `SELECT status, count(*) AS campaigns FROM campaign WHERE owner = ? GROUP BY status`,
      values: [owner],
    }),
    database.all<RunningCampaign>({
      query: `SELECT id, name, budget, fetched, relevant, score, updated_at AS updatedAt
              FROM campaign WHERE owner = ? AND status = 'running'
              ORDER BY id DESC LIMIT ?`,
      values: [owner, limit],
    }),
  ])
  return { byStatus, running }
}

export interface OverdueCampaign extends Identity {
  status: CampaignSummary['status'] | 'deleting'
}

/** Word for word as in the index `campaign_watched`, or all campaigns would be read. */
const WATCHED = `status IN ('running', 'failed', 'deleting')`

/**
 * Campaigns that should have ticked, or been removed further, before `since`: those that wait
 * longest. They count as due now, so that the next to ask gets others, and one that cannot be woken
 * comes last.
 */
export function takeOverdue(
  database: Database,
  { now, since, limit }: { now: number; since: number; limit: number },
): Promise<OverdueCampaign[]> {
  return database.all<OverdueCampaign>({
    query: `UPDATE campaign SET next_tick_at = ? WHERE (owner, id) IN
              (SELECT owner, id FROM campaign WHERE ${WATCHED} AND next_tick_at < ?
               ORDER BY next_tick_at LIMIT ?)
            RETURNING id, owner, status`,
    values: [now, since, limit],
  })
}

/** A campaign that cannot even be loaded says so in D1, and when it will be tried again. */
export async function markUnreadable(
  database: Database,
  campaign: Identity,
  now: number,
  retryAt: number,
): Promise<void> {
  const { owner, id } = campaign
  const [readable] = await database.all<CampaignSummary & { flushedSeq: number }>({
    query: `SELECT ${CAMPAIGN_COLUMNS}, flushed_seq AS flushedSeq FROM campaign
            WHERE owner = ? AND id = ? AND status NOT IN ('failed', 'deleting')`,
    values: [owner, id],
  })
  // It is news once, not at every try.
  if (readable === undefined) return database.batch([trying(campaign, retryAt)])
  const failure = unreadableEvent(readable, readable.flushedSeq + 1, now)
  await database.batch([
    enqueueDeliveries(campaign, [failure]),
    marking(campaign),
    trying(campaign, retryAt),
  ])
}

function marking({ owner, id }: Identity): Statement {
  return {
    query: `UPDATE campaign SET status = 'failed', status_reason = 'unreadable'
            WHERE owner = ? AND id = ? AND status <> 'deleting'`,
    values: [owner, id],
  }
}

/** Without its status: to name that, even the same, is to write its index. */
function trying({ owner, id }: Identity, retryAt: number): Statement {
  return {
    query: `UPDATE campaign SET next_tick_at = ?
            WHERE owner = ? AND id = ? AND status <> 'deleting'`,
    values: [retryAt, owner, id],
  }
}
