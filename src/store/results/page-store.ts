import type { Batch } from '../../core/campaign/ports.ts'
import type { CrawledPage } from '../../core/campaign/results/crawled-page.ts'
import type {
  PageListing,
  PageFilter,
  PagePosition,
  PageStatus,
} from '../../core/campaign/results/page-listing.ts'
import type { SqlValue } from '../log/sql.ts'
import type { Database, Statement } from './database.ts'

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

/** A part of a list that reading along an index yields in its order. */
interface IndexRange {
  table: typeof BY_SEQ | typeof BY_SCORE
  where: Condition
  order: 'seq' | 'seq DESC' | 'score DESC, seq'
}

const BY_SEQ = 'page'
/** Named, or SQLite would use the primary key for pages of one score. */
const BY_SCORE = 'page INDEXED BY page_by_score'

type Listing = Omit<PageListing, 'limit'>

/** The ranges that yield a list, one after the other, from where it continues. */
export function indexRanges(campaign: string, listing: Listing): IndexRange[] {
  const ofAll = [condition('campaign = ?', campaign), ...filterConditions(listing.filter)]
  return rangesOf(campaign, listing).map(({ where, ...range }) => ({
    ...range,
    where: allOf([...ofAll, ...where]),
  }))
}

type OpenRange = Omit<IndexRange, 'where'> & { where: Condition[] }

function rangesOf(campaign: string, { sort, after, filter }: Listing): OpenRange[] {
  const onward = (seq: number) => seqAfter(seq, campaign, filter.since)
  switch (sort) {
    case 'time':
      return [{ table: BY_SEQ, where: [onward(after?.seq ?? 0)], order: 'seq' }]
    case '-time':
      return [{ table: BY_SEQ, where: [onward(0), ...seqBefore(after)], order: 'seq DESC' }]
    case 'score': {
      const isPast = after !== undefined && after.score <= 0
      const scored = isPast ? [] : bestFirst(after)
      if ((filter.minScore ?? 0) > 0) return scored
      const unscored = [onward(isPast ? after.seq : 0), condition('score <= 0')]
      return [...scored, { table: BY_SEQ, where: unscored, order: 'seq' }]
    }
  }
}

/** One bound, not two: SQLite might begin at the lower one. */
function seqAfter(seq: number, campaign: string, since: number | undefined): Condition {
  if (since === undefined) return condition('seq > ?', seq)
  const first = firstSince(campaign, since)
  return condition(`seq >= max(?, (${first.sql}))`, seq + 1, ...first.values)
}

function seqBefore(after: PagePosition | undefined): Condition[] {
  return after === undefined ? [] : [condition('seq < ?', after.seq)]
}

/** Word for word as in the partial index, or SQLite would not use it. */
const SCORED = condition('score > 0')

/** The rest of the pages with the same score, then those below: each is one range of the index. */
function bestFirst(after: PagePosition | undefined): OpenRange[] {
  if (after === undefined) return [{ ...BEST_FIRST, where: [SCORED] }]
  const { score, seq } = after
  const equal = [SCORED, condition('score = ?', score), condition('seq > ?', seq)]
  return [
    { table: BY_SCORE, where: equal, order: 'seq' },
    { ...BEST_FIRST, where: [SCORED, condition('score < ?', score)] },
  ]
}

const BEST_FIRST = { table: BY_SCORE, order: 'score DESC, seq' } as const

/** The conditions that a filter sets. */
function filterConditions({ minScore, status, host, since }: PageFilter): Condition[] {
  const conditions: Condition[] = []
  if (minScore !== undefined) conditions.push(condition('score >= ?', minScore))
  if (status !== undefined) conditions.push(statusCondition(status))
  if (host !== undefined) conditions.push(hostCondition(host))
  if (since !== undefined) conditions.push(condition('fetched_at >= ?', since))
  return conditions
}

function statusCondition(status: PageStatus): Condition {
  return 'outcome' in status
    ? condition('outcome = ?', status.outcome)
    : condition('http_status BETWEEN ? AND ?', status.from, status.to)
}

const DEFAULT_PORTS = { http: '80', https: '443' }

/** A URL in normal form begins with scheme, host and, unless it is the default, port. */
function hostCondition(host: string): Condition {
  const [, name, port] = /^(.*?)(?::0*(\d+))?$/.exec(host)!
  const beginnings = (['http', 'https'] as const).flatMap((scheme) => {
    const origin = `${scheme}://${name}`
    if (port === undefined) return [`${origin}/`, `${origin}:`]
    return port === DEFAULT_PORTS[scheme] ? [`${origin}/`] : [`${origin}:${port}/`]
  })
  const ranges = beginnings.map(() => 'url >= ? AND url < ?').join(' OR ')
  return condition(`(${ranges})`, ...beginnings.flatMap((text) => [text, justAfter(text)]))
}

/** The first string after all that begin with this one. */
function justAfter(beginning: string): string {
  const last = beginning.length - 1
  return beginning.slice(0, last) + String.fromCharCode(beginning.charCodeAt(last) + 1)
}

/** A clock may be set back by this much during a campaign without a page being missed. */
const CLOCK_SLACK_MS = 3_600_000

/** Whether the first page from the middle on was fetched before that moment. */
const IS_EARLY = `coalesce((SELECT fetched_at FROM page
  WHERE campaign = ? AND seq >= (low + high) / 2 ORDER BY seq LIMIT 1) < ?, 0)`

/**
 * The `seq` from which to look for pages fetched since a moment. Pages are numbered in the order of
 * their fetches, so a binary search finds it without reading the earlier ones. A few pages after it
 * may be older than the moment.
 */
function firstSince(campaign: string, since: number): Condition {
  const moment = since - CLOCK_SLACK_MS
  return condition(
    `WITH RECURSIVE search (low, high) AS (
      SELECT 0, 1 + coalesce((SELECT max(seq) FROM page WHERE campaign = ?), 0)
      UNION ALL
      SELECT iif(${IS_EARLY}, (low + high) / 2, low), iif(${IS_EARLY}, high, (low + high) / 2)
      FROM search WHERE high - low > 1
    )
    SELECT max(low) FROM search`,
    campaign,
    campaign,
    moment,
    campaign,
    moment,
  )
}

/** A part of a WHERE clause, and the values bound in it. */
interface Condition {
  sql: string
  values: SqlValue[]
}

function condition(sql: string, ...values: SqlValue[]): Condition {
  return { sql, values }
}

function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  }
}
