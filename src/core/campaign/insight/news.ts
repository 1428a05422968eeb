import type { Log } from '../ports.ts'
import { pageIn, type CrawledPage } from '../results/crawled-page.ts'
import { readRecord } from '../codec/read-record.ts'
import type { CampaignRecord } from '../event.ts'
import { reportOn, type Report } from './report.ts'
import type { CampaignState } from '../state/state.ts'

/** A record may have megabytes, and a reader should not wait for many of those. */
const PART_BYTES = 1_000_000

/** What happened in a range of records, for those who watch the campaign. */
export interface News {
  /** The range begins after this record. */
  from: number
  /** The last record of the range. */
  upTo: number
  /** False when the records only say how far the results store has caught up, or when there are none. */
  hasNews: boolean
  pages: PageNews[]
  figures: LiveFigures
}

/** A page that was fetched, or given another score. */
export interface PageNews {
  /** The record that brought it: not the page's own when it was labelled. */
  record: number
  page: CrawledPage
  /** The `seq` of the failed attempt that it replaces among the results; 0 for none. */
  replaces: number
}

/** The part of a report that changes while a campaign crawls; the rest is not sent each time. */
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

/** Records that say nothing about the campaign itself. */
const SILENT_RECORDS: ReadonlySet<CampaignRecord['kind']> = new Set(['begun', 'flushed', 'rebuild'])

/** Reads up to `limit` records after `after`; none when it is undefined or in the future. */
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
    hasNews ||= !SILENT_RECORDS.has(record.kind)
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
