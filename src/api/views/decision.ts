import * as z from 'zod/mini'
import type { Decision } from '../../core/campaign/insight/decisions.ts'
import type { NextFetch } from '../../core/campaign/insight/frontier-preview.ts'
import { MOTIVES } from '../../core/rank/bandits/bandit.ts'
import { PICKS } from '../../core/rank/strategy.ts'
import { ESTIMATORS } from '../../core/rank/names.ts'
import { named } from '../description/schemas.ts'
import { isoTime, NextPart, PageUrl, Seq, Time } from './kinds.ts'

/** A choice, whether its fetch is over or yet to come. */
const CHOICE = {
  url: PageUrl,
  arm: z.enum(ESTIMATORS).check(z.describe('The estimator that chose.')),
  motive: z
    .enum(MOTIVES)
    .check(
      z.describe('Why this estimator: it is the only one, to explore, or because it does best.'),
    ),
  pick: z
    .enum(PICKS)
    .check(
      z.describe('Which of its pages: the best, one close to it, the next of its batch, or any.'),
    ),
  estimate: z.nullable(z.number()).check(z.describe('The expected score; null for a seed.')),
  terms: z.record(z.string(), z.number()).check(z.describe('The terms of the estimate, by name.')),
  runnerUp: z
    .nullable(z.strictObject({ url: PageUrl, estimate: z.nullable(z.number()) }))
    .check(z.describe('The second choice; null if there was none.')),
  armMeans: z
    .record(z.string(), z.number())
    .check(z.describe("The mean reward of each of a bandit's arms; empty without a bandit.")),
  why: z.string().check(z.describe('The decision in words.')),
}

const CHOICE_EXAMPLE = {
  url: 'https://example.org/volcanoes/etna',
  arm: 'fl_ne' as const,
  motive: 'only' as const,
  pick: 'best' as const,
  estimate: 0.64,
  terms: { fl_ne: 0.64 },
  runnerUp: { url: 'https://example.org/geysers/', estimate: 0.41 },
  armMeans: {},
  why: 'It ranked first: fl_ne estimated 0.64 (fl_ne 0.64). The runner-up had 0.41.',
}

export const DECISION_EXAMPLE = { seq: 16, at: '2026-11-16T09:30:03.900Z', ...CHOICE_EXAMPLE }

export const NEXT_FETCH_EXAMPLE = {
  reservedAt: '2026-11-16T09:30:03.900Z',
  dueAt: '2026-11-16T09:30:05.112Z',
  ...CHOICE_EXAMPLE,
}

export const DecisionView = named(
  'Decision',
  z.strictObject({ seq: Seq, at: Time, ...CHOICE }).check(z.describe('Why a page was chosen.')),
)

export const NextFetchView = named(
  'NextFetch',
  z
    .strictObject({
      reservedAt: Time.check(z.describe('When it was chosen.')),
      dueAt: Time.check(z.describe('When it is due.')),
      ...CHOICE,
    })
    .check(z.describe('The next fetch, which is already decided.')),
)

export const DecisionList = named(
  'DecisionList',
  z
    .strictObject({ decisions: z.array(DecisionView), next: NextPart })
    .check(z.describe('Decisions, newest first; a part may be short although more follow.')),
  {
    decisions: [DECISION_EXAMPLE],
    next: null,
  },
)

export function decisionView(decision: Decision): z.infer<typeof DecisionView> {
  return { ...decision, at: isoTime(decision.at) }
}

export function nextFetchView(next: NextFetch): z.infer<typeof NextFetchView> {
  return { ...next, reservedAt: isoTime(next.reservedAt), dueAt: isoTime(next.dueAt) }
}
