import * as z from 'zod/mini'
import type { HostReport } from '../../core/campaign/insight/host-report.ts'
import { named } from '../description/schemas.ts'
import { Count, isoTimeOrNull, NextPart, TimeOrNull } from './kinds.ts'

const HostView = named(
  'Host',
  z
    .strictObject({
      id: Count.check(z.describe('Its place in the order of discovery.')),
      origin: z.string().check(z.describe('Scheme, name and port, like `https://example.org`.')),
      site: z.string().check(z.describe('All hosts of a registrable domain are one site.')),
      limitReached: z
        .nullable(z.enum(['perHost', 'perSite']))
        .check(z.describe('The limit for which nothing more of it is fetched; null: none.')),
      frontier: Count.check(z.describe('Pages that may be fetched next.')),
      fetched: Count.check(z.describe('Fetches of it that were charged to the budget.')),
      relevant: Count.check(z.describe('Its pages with a score above zero.')),
      lastRequestAt: TimeOrNull.check(
        z.describe('The end of the last request; null before the first.'),
      ),
      nextRequestAt: TimeOrNull.check(z.describe('From when it may be asked again.')),
      crawlDelayMs: z
        .number()
        .check(z.describe('What its robots.txt asks for between requests; 0: nothing.')),
      consecutiveFailures: Count.check(
        z.describe('Requests in a row that it did not answer, or was busy.'),
      ),
      sitemaps: Count.check(z.describe('Sitemaps and feeds taken up.')),
      contentSignals: z
        .nullable(z.string())
        .check(z.describe('What its robots.txt wishes to be done with its pages; null: nothing.')),
    })
    .check(z.describe('A host that a campaign has met.')),
)

export const HostList = named(
  'HostList',
  z
    .strictObject({ hosts: z.array(HostView), next: NextPart })
    .check(z.describe('Hosts in order of discovery.')),
  {
    hosts: [
      {
        id: 0,
        origin: 'https://example.org',
        site: 'example.org',
        limitReached: null,
        frontier: 214,
        fetched: 37,
        relevant: 21,
        lastRequestAt: '2026-11-16T09:30:04.112Z',
        nextRequestAt: '2026-11-16T09:30:05.112Z',
        crawlDelayMs: 1000,
        consecutiveFailures: 0,
        sitemaps: 0,
        contentSignals: 'search=yes, ai-train=no',
      },
    ],
    next: null,
  },
)

export function hostView({
  lastRequestAt,
  nextRequestAt,
  ...host
}: HostReport): z.infer<typeof HostView> {
  return {
    ...host,
    lastRequestAt: isoTimeOrNull(lastRequestAt),
    nextRequestAt: isoTimeOrNull(nextRequestAt),
  }
}
