import * as z from 'zod/mini'
import { OUTCOMES } from '../../core/campaign/outcomes.ts'
import type { CrawledPage } from '../../core/campaign/results/crawled-page.ts'
import { named } from '../description/schemas.ts'
import { Count, isoTime, NextPart, PageUrl, rounded, roundedOrNull, Seq, Time } from './kinds.ts'
import type { Decision } from '../../core/campaign/insight/decisions.ts'
import type { Parents } from '../../core/campaign/insight/parents.ts'
import { DECISION_EXAMPLE, DecisionView, decisionView } from './decision.ts'

export const PageView = named(
  'Page',
  z
    .strictObject({
      seq: Seq,
      url: PageUrl,
      title: z.nullable(z.string()).check(z.describe('Null if it has none.')),
      outcome: z
        .enum(OUTCOMES)
        .check(z.describe('The outcome of the fetch; `ok`: fetched and scored.')),
      httpStatus: z.nullable(Count).check(z.describe('Null without a response.')),
      score: z.number().check(z.describe('The score by the topic or a label; 0: not relevant.')),
      estimate: z
        .nullable(z.number())
        .check(z.describe('The score that the policy expected; null for a seed.')),
      depth: Count.check(z.describe('Links from the nearest seed.')),
      links: Count.check(z.describe('The number of links on it.')),
      bodyBytes: Count.check(z.describe('The size after decompression.')),
      durationMs: Count.check(z.describe('The time from the request to the last byte.')),
      fetchedAt: Time.check(z.describe('When it was requested.')),
    })
    .check(z.describe('A page that a campaign has fetched.')),
)

const PAGE_EXAMPLE = {
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
    .check(z.describe('Pages in the requested order.')),
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

const ParentView = named(
  'Parent',
  z
    .strictObject({
      seq: Count,
      url: z.string(),
      outcome: z
        .enum(OUTCOMES)
        .check(z.describe('`redirect`: it redirects to the page instead of linking to it.')),
      score: z.number(),
      linkScore: z.number().check(z.describe('The score of its link text by the topic.')),
    })
    .check(z.describe('A page that links or redirects to another.')),
)

export const PageDetails = named(
  'PageDetails',
  z
    .extend(PageView, {
      parents: z.strictObject({
        total: Count.check(z.describe('How many there are in the records up to `searchedUpTo`.')),
        searchedUpTo: Count.check(z.describe('The record up to which the log was searched.')),
        complete: z.boolean().check(z.describe('Whether the whole log was searched.')),
        pages: z.array(ParentView).check(z.describe('The best 50: by score, then by link score.')),
      }),
      decision: z.nullable(DecisionView).check(z.describe('Why it was chosen; null for a seed.')),
    })
    .check(z.describe('A page, the pages that lead to it, and why it was chosen.')),
  {
    ...PAGE_EXAMPLE,
    parents: {
      total: 1,
      searchedUpTo: 501,
      complete: true,
      pages: [
        {
          seq: 9,
          url: 'https://example.org/volcanoes/',
          outcome: 'ok',
          score: 0.75,
          linkScore: 0.5,
        },
      ],
    },
    decision: DECISION_EXAMPLE,
  },
)

export function pageDetails(
  page: CrawledPage,
  parents: Parents,
  decision: Decision | undefined,
): z.infer<typeof PageDetails> {
  return {
    ...pageView(page),
    parents: {
      total: parents.count,
      searchedUpTo: parents.upTo,
      complete: parents.isAll,
      pages: parents.best.map(({ score, linkScore, ...parent }) => ({
        ...parent,
        score: rounded(score),
        linkScore: rounded(linkScore),
      })),
    },
    decision: decision ? decisionView(decision) : null,
  }
}
