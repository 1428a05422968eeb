import * as z from 'zod/mini'
import { OUTCOMES } from '../../core/campaign/outcome.ts'
import type { CrawledPage } from '../../core/campaign/projection.ts'
import { named } from '../named.ts'
import { Count, isoTime, NextPart, rounded, roundedOrNull, Time } from './kinds.ts'

export const PageView = named(
  'Page',
  z.strictObject({
    seq: Count.check(z.describe('The record of the log that tells of it.')),
    url: z.string(),
    title: z.nullable(z.string()),
    outcome: z.enum(OUTCOMES),
    httpStatus: z.nullable(Count),
    score: z.number(),
    estimate: z
      .nullable(z.number())
      .check(z.describe('What the policy expected; null for a seed, which nobody chose.')),
    depth: Count,
    links: Count,
    bodyBytes: Count,
    durationMs: Count,
    fetchedAt: Time,
  }),
)

export const PageList = named(
  'PageList',
  z.strictObject({ pages: z.array(PageView), next: NextPart }),
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
