import type { PageFilter, Results } from '../../core/campaign/results/page-listing.ts'
import { pageView } from '../views/page.ts'
import type { ExportAbout, ExportFormat } from './export-format.ts'

/**
 * Rows per query, some 650 kB. D1 allows 1,000 queries per request: almost 2,000,000 pages. The
 * free plan allows 50 calls per request: 96,000 pages, and the rest by further requests.
 */
export const ROWS_A_QUERY = 2_000

interface Export {
  results: Results
  filter: PageFilter
  format: ExportFormat
  about: ExportAbout
  /** The record to start after; undefined: from the first, with a header. */
  after: number | undefined
  /** The last record to export. */
  upTo: number
  limit: number
}

const utf8 = new TextEncoder()

export async function* exportParts(wanted: Export): AsyncGenerator<Uint8Array, void> {
  const { results, filter, format, about, upTo } = wanted
  const head = wanted.after === undefined ? format.head(about) : ''
  if (head !== '') yield utf8.encode(head)
  let last = wanted.after ?? 0
  for (let left = wanted.limit; left > 0 && last < upTo;) {
    const limit = Math.min(left, ROWS_A_QUERY)
    const after = { seq: last, score: 0 }
    const found = await results.list({ filter, sort: 'time', after, limit })
    const pages = found.filter(({ seq }) => seq <= upTo)
    if (pages.length === 0) return
    const lines = pages.map((page) => format.page(pageView(page), about.campaign))
    yield utf8.encode(lines.join(''))
    last = pages.at(-1)!.seq
    left -= pages.length
  }
}

/** The record of the last page that matches; 0 if none does. */
export async function lastOf(results: Results, filter: PageFilter): Promise<number> {
  const [page] = await results.list({ filter, sort: '-time', after: undefined, limit: 1 })
  return page?.seq ?? 0
}
