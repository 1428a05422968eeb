import type { Batch } from '../../core/campaign/ports.ts'
import type { CrawledPage } from '../../core/campaign/results/crawled-page.ts'
import type { PageListing } from '../../core/campaign/results/page-listing.ts'
import type { Database, Statement } from './database.ts'
import { indexRanges } from './page-query.ts'

/** The pages of a campaign, as the API reads them. */
export function pageReader(database: Database) {
  return {
    async listPages(campaign: string, listing: PageListing): Promise<CrawledPage[]> {
      let pages: CrawledPage[] = []
      for (const { table, where, order } of indexRanges(campaign, listing)) {
        const left = listing.limit - pages.length
        if (left <= 0) break
        const found = await database.all<CrawledPage>({
          query: `SELECT ${PAGE_COLUMNS} FROM ${table} WHERE ${where.sql} ORDER BY ${order} LIMIT ?`,
          values: [...where.values, left],
        })
        pages = pages.concat(found)
      }
      return pages
    },

    async findPage(campaign: string, seq: number): Promise<CrawledPage | undefined> {
      const [page] = await database.all<CrawledPage>({
        query: `SELECT ${PAGE_COLUMNS} FROM page WHERE campaign = ? AND seq = ?`,
        values: [campaign, seq],
      })
      return page
    },
  }
}

const PAGE_COLUMNS = `seq, url, title, outcome, http_status AS httpStatus, score, estimate, depth,
  links, body_bytes AS bodyBytes, duration_ms AS durationMs, fetched_at AS fetchedAt`

/** Brings the pages up to the batch. Each statement may run again. */
export function savePages(batch: Batch): Statement[] {
  const { campaign, pages, replaced, rebuilt } = batch
  const statements: Statement[] = []
  if (rebuilt) statements.push(deleteSurplus(batch, rebuilt))
  if (pages.length > 0) statements.push(insertPages(campaign.id, pages))
  if (replaced.length > 0) statements.push(deletePages(campaign.id, replaced))
  return statements
}

const field = (name: keyof CrawledPage) => `p.value ->> '${name}'`

/** One statement for any number of pages: D1 binds 100 values at most. */
function insertPages(campaign: string, pages: CrawledPage[]): Statement {
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

function deletePages(campaign: string, seqs: number[]): Statement {
  return {
    query: `DELETE FROM page WHERE campaign = ? AND seq IN (SELECT value FROM json_each(?))`,
    values: [campaign, JSON.stringify(seqs)],
  }
}

/** A statement may run for 30 seconds: each batch deletes this many rows beyond the log's end. */
const SURPLUS_ROWS = 1_000

/** Deletes what a rebuild did not find in the log. */
function deleteSurplus(
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
