import type { Batch, ResultsStore } from '../../core/campaign/ports.ts'
import type { Identity } from '../../core/campaign/campaign.ts'
import {
  type CampaignSummary,
  LISTED_STATUSES,
  type OwnedSummary,
} from '../../core/campaign/results/campaign-summary.ts'
import type { CrawledPage } from '../../core/campaign/results/crawled-page.ts'
import type { CampaignListing } from '../../core/campaign/service.ts'
import { webhookEvents } from '../../core/webhook/webhook-event.ts'
import { CAMPAIGN_COLUMNS, markUnreadable } from './campaign-rows.ts'
import type { Database, Statement } from './database.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'
import { pageReader } from './page-reader.ts'

/** The results of all campaigns: written as a projection of their logs, read by the API. */
export function resultStore(database: Database) {
  return {
    save: (batch: Batch): Promise<void> => database.batch(saveAll(batch)),

    listCampaigns: (owner: string, listing: CampaignListing) =>
      database.all<CampaignSummary>(campaignsOf(owner, listing)),

    /** Whether lists show it, whatever became of its log. */
    isListed: async (campaign: Identity): Promise<boolean> =>
      (await database.all(listedRow(campaign))).length > 0,

    ...pageReader(database),

    /** A campaign that cannot even be loaded says so here, and when it will be tried again. */
    markUnreadable: (campaign: Identity, now: number, retryAt: number): Promise<void> =>
      markUnreadable(database, campaign, now, retryAt),
  } satisfies ResultsStore & Record<string, unknown>
}

export type ResultStore = ReturnType<typeof resultStore>

/** Newest first: ids sort by age. Reads no row of another owner's. */
function campaignsOf(
  owner: string,
  { before, limit, statuses = LISTED_STATUSES }: CampaignListing,
): Statement {
  return {
    query: `SELECT ${CAMPAIGN_COLUMNS} FROM campaign
            WHERE owner = ? AND id < ? AND status IN (SELECT value FROM json_each(?))
            ORDER BY id DESC LIMIT ?`,
    values: [owner, before ?? '~', JSON.stringify(statuses), limit],
  }
}

function listedRow({ owner, id }: Identity): Statement {
  return {
    query: `SELECT 1 FROM campaign WHERE owner = ? AND id = ? AND status <> 'deleting'`,
    values: [owner, id],
  }
}

function saveAll(batch: Batch): Statement[] {
  const { campaign, pages, replaced, upTo } = batch
  const events = webhookEvents(batch)
  const statements: Statement[] = []
  if (batch.rebuilt) statements.push(removeSurplus(batch, batch.rebuilt))
  if (pages.length > 0) statements.push(savePages(campaign.id, pages))
  if (replaced.length > 0) statements.push(removePages(campaign.id, replaced))
  if (events.length > 0) statements.push(enqueueDeliveries(campaign, events))
  // Last, for it says how far D1 has come.
  return [...statements, saveStatus(campaign), saveCampaign(campaign, upTo)]
}

/** But for the status of one that is there. A batch that arrives late does not set back how far D1 has come. */
function saveCampaign(campaign: OwnedSummary, upTo: number): Statement {
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

/** What a flush may bring anew, but for what the heartbeat finds campaigns by. */
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
 * Apart, and only if it is another: to name an indexed column is to write its index. One that is
 * being removed stays so.
 */
function saveStatus({ owner, id, status }: OwnedSummary): Statement {
  return {
    query:
      'UPDATE campaign SET status = ?1 WHERE owner = ?2 AND id = ?3 AND status NOT IN (?1, ?4)',
    values: [status, owner, id, 'deleting'],
  }
}

function removePages(campaign: string, seqs: number[]): Statement {
  return {
    query: `DELETE FROM page WHERE campaign = ? AND seq IN (SELECT value FROM json_each(?))`,
    values: [campaign, JSON.stringify(seqs)],
  }
}

/** One statement may run for 30 seconds: of what lies beyond the log's end, each batch takes some. */
const SURPLUS_ROWS = 1_000

/** What the log does not tell of. */
function removeSurplus(
  { campaign, pages, upTo }: Batch,
  { after, end }: { after: number; end: number },
): Statement {
  return {
    query: `DELETE FROM page WHERE campaign = ?1 AND seq IN (
              SELECT seq FROM page WHERE campaign = ?1 AND seq > ?2 AND seq <= ?3
                AND seq NOT IN (SELECT value FROM json_each(?4))
              UNION ALL SELECT seq FROM
                (SELECT seq FROM page WHERE campaign = ?1 AND seq > ?5 ORDER BY seq LIMIT ?6))`,
    values: [
      campaign.id,
      after,
      upTo,
      JSON.stringify(pages.map(({ seq }) => seq)),
      end,
      SURPLUS_ROWS,
    ],
  }
}

const field = (name: keyof CrawledPage) => `p.value ->> '${name}'`

/** One statement for any number of pages: D1 binds at most 100 values. Replacing makes it repeatable. */
function savePages(campaign: string, pages: CrawledPage[]): Statement {
  return {
    query: `INSERT OR REPLACE INTO page (campaign, seq, url, title, outcome, http_status, score,
              estimate, depth, links, body_bytes, duration_ms, fetched_at)
            SELECT ?, ${field('seq')}, ${field('url')}, ${field('title')}, ${field('outcome')},
              ${field('httpStatus')}, ${field('score')}, ${field('estimate')}, ${field('depth')},
              ${field('links')}, ${field('bodyBytes')}, ${field('durationMs')}, ${field('fetchedAt')}
            FROM json_each(?) AS p`,
    values: [campaign, JSON.stringify(pages)],
  }
}
