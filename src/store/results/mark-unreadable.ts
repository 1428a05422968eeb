import type { Identity } from '../../core/campaign/campaign.ts'
import type { CampaignSummary } from '../../core/campaign/results/campaign-summary.ts'
import { failureOf } from '../../core/webhook/happenings.ts'
import { CAMPAIGN_COLUMNS } from './campaign-columns.ts'
import type { Database, Statement } from './database.ts'
import { enqueue } from './enqueue.ts'

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
  const failure = failureOf(readable, readable.flushedSeq + 1, now)
  await database.batch([enqueue(campaign, [failure]), marking(campaign), trying(campaign, retryAt)])
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
