import type { Log } from '../ports.ts'
import { pageIn, type CrawledPage } from './crawled-page.ts'
import { readRecord } from '../codec/read-record.ts'
import type { CampaignRecord } from '../event.ts'
import { reportOn, type Report } from '../report.ts'
import type { CampaignState } from '../state/state.ts'

/** A record may have megabytes: whoever waits for news does not wait for many of those. */
const PART_BYTES = 1_000_000

/** What some records brought to those who watch the campaign. */
export interface News {
  /** The record after which they begin. */
  from: number
  /** The last of them. */
  upTo: number
  /** False where they only say how far D1 has come, or where there are none. */
  hasNews: boolean
  pages: PageNews[]
  figures: LiveFigures
}

/** A page that was read, or given another score. */
export interface PageNews {
  /** The record that tells of it; the page's own, if it was labelled, is another. */
  record: number
  page: CrawledPage
  /** The failed attempt, by its `seq`, whose place it takes among the results; 0 for none. */
  replaces: number
}

/** The campaign as it is now, as far as it changes by itself: the rest need not travel each time. */
export type LiveFigures = Pick<
  Report,
  | 'id'
  | 'seq'
  | 'status'
  | 'statusReason'
  | 'counters'
  | 'remaining'
  | 'known'
  | 'frontier'
  | 'hosts'
  | 'nextTickAt'
>

/** Records that say nothing of the campaign itself. */
const IS_NO_NEWS: ReadonlySet<CampaignRecord['kind']> = new Set(['begun', 'flushed', 'rebuild'])

/** The records after `from`, at most `limit`; from now on where it is undefined or yet to come. */
export function newsAfter(
  after: number | undefined,
  limit: number,
  state: CampaignState,
  log: Log,
): News {
  const from = Math.min(after ?? state.seq, state.seq)
  const goal = Math.min(from + limit, state.seq)
  const pages: PageNews[] = []
  let hasNews = false
  let upTo = from
  for (let bytes = 0; upTo < goal && bytes < PART_BYTES;) {
    const row = log.read(++upTo)
    bytes += row.length
    const record = readRecord(row, upTo)
    hasNews ||= !IS_NO_NEWS.has(record.kind)
    const page = pageIn(upTo, record, state, log)
    if (page === undefined) continue
    pages.push({ record: upTo, page, replaces: record.kind === 'step' ? record.replaces : 0 })
  }
  return { from, upTo, hasNews, pages, figures: liveFigures(reportOn(state)) }
}

function liveFigures(report: Report): LiveFigures {
  const { id, seq, status, statusReason, counters, remaining } = report
  const { known, frontier, hosts, nextTickAt } = report
  return {
    id,
    seq,
    status,
    statusReason,
    counters,
    remaining,
    known,
    frontier,
    hosts,
    nextTickAt,
  }
}
