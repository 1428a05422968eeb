import type { PageListing } from '../../core/campaign/results/page-listing.ts'
import type { CrawledPage } from '../../core/campaign/results/crawled-page.ts'
import type { Database } from './database.ts'
import { stretchesOf } from './page-query.ts'

/** Answers what is asked of the pages of a campaign. */
export function pageReader(database: Database) {
  return {
    async listPages(campaign: string, listing: PageListing): Promise<CrawledPage[]> {
      let pages: CrawledPage[] = []
      for (const { table, where, order } of stretchesOf(campaign, listing)) {
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
