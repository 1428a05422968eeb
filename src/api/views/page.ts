import * as z from 'zod/mini'
import { OUTCOMES } from '../../core/campaign/record/outcome.ts'
import type { CrawledPage } from '../../core/campaign/results/crawled-page.ts'
import { named } from '../description/named.ts'
import { Count, isoTime, NextPart, PageUrl, rounded, roundedOrNull, Seq, Time } from './kinds.ts'

export const PageView = named(
  'Page',
  z
    .strictObject({
      seq: Seq,
      url: PageUrl,
      title: z.nullable(z.string()).check(z.describe('Null: it has none.')),
      outcome: z.enum(OUTCOMES).check(z.describe('What came of the fetch; `ok`: read and scored.')),
      httpStatus: z.nullable(Count).check(z.describe('Null: no response.')),
      score: z.number().check(z.describe('By the topic, or by a label; 0: not relevant.')),
      estimate: z
        .nullable(z.number())
        .check(z.describe('What the policy expected; null for a seed, which nobody chose.')),
      depth: Count.check(z.describe('Links from the nearest seed.')),
      links: Count.check(z.describe('That it has.')),
      bodyBytes: Count.check(z.describe('After decompression.')),
      durationMs: Count.check(z.describe('From the request to the last byte.')),
      fetchedAt: Time.check(z.describe('When it was asked for.')),
    })
    .check(z.describe('A page that a campaign has fetched.')),
)

export const PAGE_EXAMPLE = {
  seq: 17,
  url: 'https://example.org/volcanoes/etna',
  title: 'Mount Etna',
  outcome: 'ok' as const,
  httpStatus: 200,
  score: 0.8125,
  estimate: 0.64,
  depth: 2,
  links: 48,
  bodyBytes: 18_244,
  durationMs: 231,
  fetchedAt: '2026-11-16T09:30:04.112Z',
}

export const PageList = named(
  'PageList',
  z
    .strictObject({ pages: z.array(PageView), next: NextPart })
    .check(z.describe('Pages in the order that was asked for.')),
  {
    pages: [PAGE_EXAMPLE],
    next: '/v1/campaigns/01k9x2m7qe4h8r0zvb/pages?limit=1&cursor=MTc',
  },
)

export function pageView(page: CrawledPage): z.infer<typeof PageView> {
  return {
    ...page,
    title: page.title || null,
    httpStatus: page.httpStatus || null,
    score: rounded(page.score),
    estimate: roundedOrNull(page.estimate),
    fetchedAt: isoTime(page.fetchedAt),
  }
}
