import type { Identity } from '../../core/campaign/campaign.ts'
import {
  LISTED_STATUSES,
  type CampaignSummary,
  type OwnedSummary,
  type Overview,
  type RunningCampaign,
} from '../../core/campaign/results/campaign-summary.ts'
import type { CampaignListing } from '../../core/campaign/service.ts'
import { unreadableEvent } from '../../core/webhook/webhook-event.ts'
import type { Database, Statement } from './database.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'

const SUMMARY_COLUMNS = `id, name, status, status_reason AS statusReason, budget, fetched, relevant,
  score, created_at AS createdAt, updated_at AS updatedAt, next_tick_at AS nextTickAt`

/** Newest first: ids sort by age. Reads no row of another owner. */
export function selectCampaigns(
  owner: string,
  { before, limit, statuses = LISTED_STATUSES }: CampaignListing,
): Statement {
  return {
    query: `SELECT ${SUMMARY_COLUMNS} FROM campaign
            WHERE owner = ? AND id < ? AND status IN (SELECT value FROM json_each(?))
            ORDER BY id DESC LIMIT ?`,
    values: [owner, before ?? '~', JSON.stringify(statuses), limit],
  }
}

export function selectListed({ owner, id }: Identity): Statement {
  return {
    query: `SELECT 1 FROM campaign WHERE owner = ? AND id = ? AND status <> 'deleting'`,
    values: [owner, id],
  }
}

/** Finds a campaign of any owner, or pages that one has left. */
export function selectKnown(id: string): Statement {
  return {
    query: `SELECT 1 FROM campaign WHERE id = ?1
            UNION ALL SELECT 1 FROM (SELECT 1 FROM page WHERE campaign = ?1 LIMIT 1)`,
    values: [id],
  }
}

/** Counts all campaigns of an owner, and lists the newest that run. */
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

/** Everything about a campaign and how far D1 has come, except the status of a row that exists. */
export function saveCampaign(campaign: OwnedSummary, upTo: number): Statement {
  return {
    query: `INSERT INTO campaign (owner, id, name, status, status_reason, budget,
              fetched, relevant, score, created_at, updated_at, next_tick_at, flushed_seq)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET ${FIGURES.map((name) => `${name} = excluded.${name}`).join()},
              flushed_seq = max(flushed_seq, excluded.flushed_seq)`,
    values: [
      campaign.owner,
      campaign.id,
      campaign.name,
      campaign.status,
      campaign.statusReason,
      campaign.budget,
      campaign.fetched,
      campaign.relevant,
      campaign.score,
      campaign.createdAt,
      campaign.updatedAt,
      campaign.nextTickAt,
      upTo,
    ],
  }
}

/** Columns that a flush may change, except the status. */
const FIGURES = [
  'name',
  'status_reason',
  'budget',
  'fetched',
  'relevant',
  'score',
  'created_at',
  'updated_at',
  'next_tick_at',
]

/**
 * The status apart, and only when it changes: to name an indexed column is to write its index. A
 * campaign that is being removed stays so.
 */
export function saveStatus({ owner, id, status }: OwnedSummary): Statement {
  return {
    query:
      'UPDATE campaign SET status = ?1 WHERE owner = ?2 AND id = ?3 AND status NOT IN (?1, ?4)',
    values: [status, owner, id, 'deleting'],
  }
}

export interface OverdueCampaign extends Identity {
  status: CampaignSummary['status'] | 'deleting'
}

/** Word for word as in the index `campaign_watched`, or all campaigns would be read. */
const WATCHED = `status IN ('running', 'failed', 'deleting')`

/**
 * Takes the campaigns whose tick, or removal, has been due for longest, before `since`. They count
 * as due now: the next caller gets others, and one that cannot be woken comes last.
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

/** A campaign, and the last of its records that the results have. */
interface SavedCampaign extends Identity {
  flushedSeq: number
}

/** All campaigns, also those that are being removed. */
export function listSaved(database: Database): Promise<SavedCampaign[]> {
  return database.all<SavedCampaign>({
    query: 'SELECT id, owner, flushed_seq AS flushedSeq FROM campaign',
    values: [],
  })
}

/** The campaigns that neither run nor are being removed. */
export function listSettled(database: Database): Promise<SavedCampaign[]> {
  return database.all<SavedCampaign>({
    query: `SELECT id, owner, flushed_seq AS flushedSeq FROM campaign
            WHERE status IN ('paused', 'completed', 'cancelled')`,
    values: [],
  })
}

/** Marks a campaign whose log cannot be read, and when it will be tried again. */
export async function markUnreadable(
  database: Database,
  campaign: Identity,
  now: number,
  retryAt: number,
): Promise<void> {
  const { owner, id } = campaign
  const [readable] = await database.all<CampaignSummary & { flushedSeq: number }>({
    query: `SELECT ${SUMMARY_COLUMNS}, flushed_seq AS flushedSeq FROM campaign
            WHERE owner = ? AND id = ? AND status NOT IN ('failed', 'deleting')`,
    values: [owner, id],
  })
  // Webhooks hear of it once, not at every try.
  if (readable === undefined) return database.batch([setNextTick(campaign, retryAt)])
  const failure = unreadableEvent(readable, readable.flushedSeq + 1, now)
  await database.batch([
    enqueueDeliveries(campaign, [failure]),
    setUnreadable(campaign),
    setNextTick(campaign, retryAt),
  ])
}

function setUnreadable({ owner, id }: Identity): Statement {
  return {
    query: `UPDATE campaign SET status = 'failed', status_reason = 'unreadable'
            WHERE owner = ? AND id = ? AND status <> 'deleting'`,
    values: [owner, id],
  }
}

/** Leaves the status alone: to name that column is to write its index. */
function setNextTick({ owner, id }: Identity, retryAt: number): Statement {
  return {
    query: `UPDATE campaign SET next_tick_at = ?
            WHERE owner = ? AND id = ? AND status <> 'deleting'`,
    values: [retryAt, owner, id],
  }
}
