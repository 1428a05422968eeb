import * as z from 'zod/mini'
import type { Decision } from '../../core/campaign/insight/decisions.ts'
import type { NextFetch } from '../../core/campaign/insight/frontier-preview.ts'
import { MOTIVES } from '../../core/rank/bandits/bandit.ts'
import { PICKS } from '../../core/rank/choice.ts'
import { ESTIMATORS } from '../../core/rank/names.ts'
import { named } from '../description/schemas.ts'
import { isoTime, NextPart, PageUrl, Seq, Time } from './kinds.ts'

/** Of any choice, whether its fetch is over or yet to come. */
const CHOICE = {
  url: PageUrl,
  arm: z.enum(ESTIMATORS).check(z.describe('The estimator that chose.')),
  motive: z
    .enum(MOTIVES)
    .check(z.describe('Why this estimator: there is no other, to try it, or it does best.')),
  pick: z
    .enum(PICKS)
    .check(
      z.describe('Which of its nodes: the best, one close to it, the next of its batch, or any.'),
    ),
  estimate: z.nullable(z.number()).check(z.describe('Null: of a seed, which has none.')),
  terms: z
    .record(z.string(), z.number())
    .check(z.describe('What the estimate is made of, by name.')),
  runnerUp: z
    .nullable(z.strictObject({ url: PageUrl, estimate: z.nullable(z.number()) }))
    .check(z.describe('What would have been chosen otherwise; null: nothing else was there.')),
  armMeans: z
    .record(z.string(), z.number())
    .check(z.describe("A bandit's mean reward of each arm; empty without one.")),
  why: z.string().check(z.describe('The same in words.')),
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
  z.strictObject({ seq: Seq, at: Time, ...CHOICE }).check(z.describe('Why a node was chosen.')),
)

export const NextFetchView = named(
  'NextFetch',
  z
    .strictObject({
      reservedAt: Time.check(z.describe('When it was chosen.')),
      dueAt: Time.check(z.describe('When it is asked for.')),
      ...CHOICE,
    })
    .check(z.describe('A fetch that is decided and yet to come.')),
)

export const DecisionList = named(
  'DecisionList',
  z
    .strictObject({ decisions: z.array(DecisionView), next: NextPart })
    .check(z.describe('Decisions, newest first; there may be more though these are few.')),
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
