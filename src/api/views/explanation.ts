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
  url: z.string().check(z.describe('In normal form.')),
  why: z.string().check(z.describe('In words.')),
}

const MET = {
  ...ANSWER,
  depth: Count,
  metIn: Count.check(z.describe('The record of the log that first named it.')),
}

const CrawledView = z.strictObject({
  kind: z.literal('crawled'),
  ...MET,
  seq: Count.check(z.describe('The record that tells of it.')),
  fetchedAt: Time,
  outcome: z.enum(OUTCOMES),
  httpStatus: z.nullable(Count),
  title: z.nullable(z.string()),
  score: z.number(),
  isLabelled: z.boolean(),
  estimate: z.nullable(z.number()),
  movedTo: z.nullable(z.string()),
  decision: z.nullable(DecisionView),
})

const WaitingView = z.strictObject({
  kind: z.literal('waiting'),
  ...MET,
  because: z.array(z.enum(WAITING_REASONS)),
  ...APPRAISAL,
  ahead: z.nullable(z.strictObject({ count: Count, isAtLeast: z.boolean() })),
  hostReadyAt: TimeOrNull,
  restsUntil: TimeOrNull,
})

const ReservedView = z.strictObject({
  kind: z.literal('reserved'),
  ...MET,
  decision: NextFetchView,
})

const NeverView = z.strictObject({
  kind: z.literal('never'),
  ...MET,
  reason: z.enum([...EXCLUSIONS, 'stopped']),
  seq: z.nullable(Count),
  movedTo: z.nullable(z.string()),
  change: z.string().check(z.describe('What would change it.')),
})

const UnknownView = z.strictObject({
  kind: z.literal('unknown'),
  ...ANSWER,
  wouldBe: z
    .enum(['taken', ...SKIP_REASONS, 'stopped'])
    .check(
      z.describe(
        'What would become of a link to it, were the campaign to go on if it does not run; ' +
          '`stopped`: it never does.',
      ),
    ),
})

export const ExplanationView = named(
  'Explanation',
  z
    .discriminatedUnion('kind', [CrawledView, WaitingView, ReservedView, NeverView, UnknownView])
    .check(z.describe('Where a URL stands, by its `kind`.')),
  {
    kind: 'reserved',
    url: NEXT_FETCH_EXAMPLE.url,
    why: 'It is the next to be fetched.',
    depth: 2,
    metIn: 9,
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
    case 'never':
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
    restsUntil: isoTimeOrNull(answer.restsUntil),
  }
}

function reservedView(answer: ReservedExplanation): z.infer<typeof ReservedView> {
  return { ...answer, decision: nextFetchView(answer.decision) }
}
