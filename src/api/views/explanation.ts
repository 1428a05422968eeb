import * as z from 'zod/mini'
import {
  WAITING_REASONS,
  type CrawledExplanation,
  type Explanation,
  type ReservedExplanation,
  type WaitingExplanation,
} from '../../core/campaign/insight/explanation.ts'
import { EXCLUSIONS } from '../../core/campaign/insight/exclusion-reasons.ts'
import { OUTCOMES } from '../../core/campaign/outcomes.ts'
import { SKIP_REASONS } from '../../core/campaign/skip-reasons.ts'
import { named } from '../description/schemas.ts'
import {
  DecisionView,
  decisionView,
  NEXT_FETCH_EXAMPLE,
  NextFetchView,
  nextFetchView,
} from './decision.ts'
import { APPRAISAL } from './frontier.ts'
import { Count, isoTime, isoTimeOrNull, rounded, Time, TimeOrNull } from './kinds.ts'

const ANSWER = {
  url: z.string().check(z.describe('The URL in normal form.')),
  why: z.string().check(z.describe('The explanation in words.')),
}

const MET = {
  ...ANSWER,
  depth: Count,
  foundIn: Count.check(z.describe('The record of the log that first named it.')),
}

const CrawledView = z.strictObject({
  kind: z.literal('crawled'),
  ...MET,
  seq: Count.check(z.describe('The record of its last visit.')),
  fetchedAt: Time,
  outcome: z.enum(OUTCOMES),
  httpStatus: z.nullable(Count),
  title: z.nullable(z.string()),
  score: z.number(),
  isLabelled: z.boolean(),
  estimate: z.nullable(z.number()),
  redirectsTo: z.nullable(z.string()),
  decision: z.nullable(DecisionView),
})

const WaitingView = z.strictObject({
  kind: z.literal('waiting'),
  ...MET,
  blockers: z.array(z.enum(WAITING_REASONS)),
  ...APPRAISAL,
  ahead: z.nullable(z.strictObject({ count: Count, isLowerBound: z.boolean() })),
  hostReadyAt: TimeOrNull,
  retryAt: TimeOrNull,
})

const ReservedView = z.strictObject({
  kind: z.literal('reserved'),
  ...MET,
  decision: NextFetchView,
})

const ExcludedView = z.strictObject({
  kind: z.literal('excluded'),
  ...MET,
  reason: z.enum([...EXCLUSIONS, 'stopped']),
  seq: z.nullable(Count),
  aliasOf: z.nullable(z.string()).check(z.describe('The fetched page that it is another URL of.')),
  hint: z.string().check(z.describe('What you can do about it.')),
})

const UnknownView = z.strictObject({
  kind: z.literal('unknown'),
  ...ANSWER,
  wouldBe: z
    .enum(['accepted', ...SKIP_REASONS, 'stopped'])
    .check(
      z.describe(
        'What would become of a link to it if the campaign continued; `stopped`: it never does.',
      ),
    ),
})

export const ExplanationView = named(
  'Explanation',
  z
    .discriminatedUnion('kind', [CrawledView, WaitingView, ReservedView, ExcludedView, UnknownView])
    .check(z.describe('What became of a URL and why, by `kind`.')),
  {
    kind: 'reserved',
    url: NEXT_FETCH_EXAMPLE.url,
    why: `It is next, due at ${NEXT_FETCH_EXAMPLE.dueAt}. ${NEXT_FETCH_EXAMPLE.why}`,
    depth: 2,
    foundIn: 9,
    decision: NEXT_FETCH_EXAMPLE,
  },
)

export function explanationView(answer: Explanation): z.infer<typeof ExplanationView> {
  switch (answer.kind) {
    case 'crawled':
      return crawledView(answer)
    case 'waiting':
      return waitingView(answer)
    case 'reserved':
      return reservedView(answer)
    case 'excluded':
    case 'unknown':
      return answer
  }
}

function crawledView(answer: CrawledExplanation): z.infer<typeof CrawledView> {
  return {
    ...answer,
    fetchedAt: isoTime(answer.fetchedAt),
    httpStatus: answer.httpStatus || null,
    title: answer.title || null,
    score: rounded(answer.score),
    decision: answer.decision && decisionView(answer.decision),
  }
}

function waitingView(answer: WaitingExplanation): z.infer<typeof WaitingView> {
  return {
    ...answer,
    hostReadyAt: isoTimeOrNull(answer.hostReadyAt),
    retryAt: isoTimeOrNull(answer.retryAt),
  }
}

function reservedView(answer: ReservedExplanation): z.infer<typeof ReservedView> {
  return { ...answer, decision: nextFetchView(answer.decision) }
}
