import * as z from 'zod/mini'
import type { HostReport } from '../../core/campaign/insight/host-report.ts'
import { named } from '../description/schemas.ts'
import { Count, isoTimeOrNull, NextPart, TimeOrNull } from './kinds.ts'

const HostView = named(
  'Host',
  z
    .strictObject({
      id: Count.check(z.describe('Its position in the order of discovery.')),
      origin: z.string().check(z.describe('Scheme, name and port, such as `https://example.org`.')),
      site: z.string().check(z.describe('The site: all hosts of a registrable domain.')),
      limitReached: z
        .nullable(z.enum(['perHost', 'perSite']))
        .check(z.describe('The limit that it has reached; null if none.')),
      frontier: Count.check(z.describe('Pages that may be fetched next.')),
      fetched: Count.check(z.describe('Fetches charged to the budget.')),
      relevant: Count.check(z.describe('Pages with a score above 0.')),
      lastRequestAt: TimeOrNull.check(
        z.describe('The end of the last request; null before the first.'),
      ),
      nextRequestAt: TimeOrNull.check(z.describe('When it may be requested again.')),
      crawlDelayMs: z
        .number()
        .check(z.describe('The delay that its robots.txt asks for; 0 if none.')),
      consecutiveFailures: Count.check(z.describe('Failed or busy requests in a row.')),
      sitemaps: Count.check(z.describe('Sitemaps and feeds in use.')),
      contentSignals: z
        .nullable(z.string())
        .check(z.describe('The content signals of its robots.txt; null without any.')),
    })
    .check(z.describe('A host that a campaign knows.')),
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
