import type { PageFilter, Results } from '../../core/campaign/results/page-listing.ts'
import { pageView } from '../views/page.ts'
import type { ExportAbout, ExportFormat } from './export-format.ts'

/**
 * As many rows as one query brings, some 650 kB. D1 answers 1,000 queries for one request: almost
 * 2,000,000 pages. The free plan allows 50 calls to anything: 96,000, and the rest by another request.
 */
export const ROWS_A_QUERY = 2_000

interface Export {
  results: Results
  filter: PageFilter
  format: ExportFormat
  about: ExportAbout
  /** The record after which to begin; undefined: from the first, with a head. */
  after: number | undefined
  /** The last record wanted. */
  upTo: number
  limit: number
}

const utf8 = new TextEncoder()

/**
 * Asked for part by part, as the client takes them: no more than one is in memory. A query that
 * fails breaks the stream off.
 */
export function exportStream(wanted: Export): ReadableStream<Uint8Array> {
  const { results, filter, format, about, upTo } = wanted
  let head = wanted.after === undefined ? format.head(about) : ''
  let last = wanted.after ?? 0
  let left = wanted.limit
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const limit = Math.min(left, ROWS_A_QUERY)
        const after = { seq: last, score: 0 }
        const found = await results.list({ filter, sort: 'time', after, limit })
        const pages = found.filter(({ seq }) => seq <= upTo)
        const lines = pages.map((page) => format.page(pageView(page), about.campaign))
        const part = head + lines.join('')
        if (part !== '') controller.enqueue(utf8.encode(part))
        head = ''
        last = pages.at(-1)?.seq ?? last
        left -= pages.length
        if (left === 0 || last >= upTo || pages.length < limit) controller.close()
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  )
}

/** The record of the last page that fits; 0 when none does. */
export async function lastOf(results: Results, filter: PageFilter): Promise<number> {
  const [page] = await results.list({ filter, sort: '-time', after: undefined, limit: 1 })
  return page?.seq ?? 0
}
