import type { Identity } from '../../core/campaign/campaign.ts'
import type { CampaignSummary } from '../../core/campaign/results/campaign-summary.ts'
import type { Database } from './database.ts'

export interface Overdue extends Identity {
  status: CampaignSummary['status'] | 'deleting'
}

/** Word for word as in the index `campaign_watched`, or all campaigns would be read. */
const WATCHED = `status IN ('running', 'failed', 'deleting')`

/**
 * Campaigns that should have ticked, or been removed further, before `since`: those that wait
 * longest. They count as due now, so that the next to ask gets others, and one that cannot be woken
 * comes last.
 */
export function claimOverdue(
  database: Database,
  { now, since, limit }: { now: number; since: number; limit: number },
): Promise<Overdue[]> {
  return database.all<Overdue>({
    query: `UPDATE campaign SET next_tick_at = ? WHERE (owner, id) IN
              (SELECT owner, id FROM campaign WHERE ${WATCHED} AND next_tick_at < ?
               ORDER BY next_tick_at LIMIT ?)
            RETURNING id, owner, status`,
    values: [now, since, limit],
  })
}
