import * as z from 'zod/mini'
import type { Decision } from '../../core/campaign/insight/decisions.ts'
import { OUTCOMES } from '../../core/campaign/record/outcome.ts'
import type { Parents } from '../../core/campaign/results/parents.ts'
import type { CrawledPage } from '../../core/campaign/results/crawled-page.ts'
import { named } from '../description/named.ts'
import { DECISION_EXAMPLE, DecisionView, decisionView } from './decision.ts'
import { Count, rounded } from './kinds.ts'
import { PAGE_EXAMPLE, PageView, pageView } from './page.ts'

const ParentView = named(
  'Parent',
  z
    .strictObject({
      seq: Count,
      url: z.string(),
      outcome: z
        .enum(OUTCOMES)
        .check(z.describe('`redirect`: it does not link there, it led there.')),
      score: z.number(),
      linkScore: z.number().check(z.describe('Of the text of its link, by the topic.')),
    })
    .check(z.describe('A page that leads to another.')),
)

export const PageDetails = named(
  'PageDetails',
  z
    .extend(PageView, {
      parents: z.strictObject({
        total: Count.check(z.describe('As many as there are, in the records up to `upTo`.')),
        upTo: Count.check(z.describe('The record up to which the log was searched.')),
        complete: z.boolean().check(z.describe('The log was searched to its end.')),
        pages: z.array(ParentView).check(z.describe('The best 50: by score, then by link score.')),
      }),
      decision: z
        .nullable(DecisionView)
        .check(z.describe('Why it was chosen; null for a seed, which nobody chose.')),
    })
    .check(z.describe('A page, what leads to it, and why it was chosen.')),
  {
    ...PAGE_EXAMPLE,
    parents: {
      total: 1,
      upTo: 501,
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
      upTo: parents.upTo,
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
