import * as z from 'zod/mini'
import { acquireSlot } from '../access/concurrency.ts'
import { orNotFound } from '../http/http-error.ts'
import { csv } from '../export/csv.ts'
import { exportParts, lastOf } from '../export/export-parts.ts'
import { asciiOf, attachment, fileStem } from '../export/file-name.ts'
import { jsonl } from '../export/export-format.ts'
import { warc } from '../export/warc.ts'
import { oneOf, strictObject } from '../bodies/fields.ts'
import { FILTERS, filterOf } from '../queries/page-filter.ts'
import { wholeNumberAs } from '../queries/query-fields.ts'
import { streamParts, retryWhileBusy } from '../http/streaming.ts'
import { route } from '../route.ts'
import { logHeader, type LogPart } from '../../core/campaign/log/log-file.ts'

const FORMATS = { jsonl, csv, warc }
const NAMES = ['jsonl', 'csv', 'warc'] as const

const ExportQuery = strictObject({
  format: z._default(
    oneOf(NAMES).check(z.describe('JSON lines, CSV with a header row, or WARC records.')),
    'jsonl',
  ),
  after: z.optional(
    wholeNumberAs(
      0,
      Number.MAX_SAFE_INTEGER,
      'Start after the page with this `seq`: the last one received, to continue an export. The ' +
        'continuation has no header, so that it can be appended.',
    ),
  ),
  limit: z.optional(wholeNumberAs(1, 10_000_000, 'The maximum number of pages; all by default.')),
  ...FILTERS,
})

export const exportRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/export',
      tag: 'results',
      scope: 'read',
      summary: 'Export the pages of a campaign as a file',
      description:
        'In crawl order, up to the last page at the moment, streamed as fast as the client reads. A ' +
        'file that ends before the page in `Dowser-Last-Seq`, with fewer pages than `limit`, was ' +
        'cut off: continue with `after`, the `seq` of the last complete page.',
      query: ExportQuery,
      responses: {
        200: {
          description: 'The pages',
          type: ['application/x-ndjson', 'text/csv', 'application/warc'],
          headers: ['Dowser-Last-Seq'],
        },
      },
      errors: ['too_many_concurrent_requests'],
    },
    async (request) => {
      const { c, id, query, campaigns, deps } = request
      const { after, limit = Infinity } = query
      const results = orNotFound(await campaigns.results(id), id)
      const format = FORMATS[query.format]
      const from = after === undefined ? '' : `-after-${after}`
      const fileName = `${fileStem(results.campaignName, id)}${from}.${format.extension}`
      const about = {
        campaign: id,
        fileName: asciiOf(fileName),
        at: deps.now(),
      }
      const filter = filterOf(query)
      const upTo = await lastOf(results, filter)
      const parts = exportParts({ results, filter, format, about, after, upTo, limit })
      const slot = acquireSlot(request, 'downloads')
      return c.body(streamParts(parts, deps.sleep, slot), 200, {
        'Content-Type': format.type(after === undefined),
        'Content-Disposition': attachment(fileName),
        'Cache-Control': 'private, no-store',
        'Dowser-Last-Seq': String(upTo),
      })
    },
  ),
]

export const logRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/campaigns/{id}/log',
      tag: 'insight',
      scope: 'read',
      summary: 'Download the raw log of a campaign',
      description: 'All records so far, as a file that the lab can replay.',
      responses: { 200: { description: 'The log', type: 'application/octet-stream' } },
      errors: ['too_many_concurrent_requests'],
    },
    async (request) => {
      const { c, id, campaigns, deps } = request
      const { seq, spec } = orNotFound(await campaigns.query(id, 'report', undefined), id)
      const slot = acquireSlot(request, 'downloads')
      const log = (after: number) =>
        retryWhileBusy(() => {
          slot.renew()
          return campaigns.log({ campaign: id, after, upTo: seq })
        }, deps.sleep)
      return c.body(streamParts(logParts(id, seq, log), deps.sleep, slot), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': attachment(`${fileStem(spec.name, id)}.dowser-log`),
      })
    },
  ),
]

/** Records written meanwhile are left out. */
async function* logParts(
  campaign: string,
  upTo: number,
  read: (after: number) => Promise<LogPart>,
): AsyncGenerator<Uint8Array, void> {
  yield logHeader(upTo)
  for (let sent = 0; sent < upTo;) {
    const part = await read(sent)
    if (part.upTo === sent) throw new Error(`the log of ${campaign} has no record ${sent + 1}`)
    yield part.frames
    sent = part.upTo
  }
}
