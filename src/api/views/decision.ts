import * as z from 'zod/mini'
import type { Decision } from '../../core/campaign/decisions.ts'
import type { NextFetch } from '../../core/campaign/insight/outlook.ts'
import { MOTIVES } from '../../core/rank/bandits/bandit.ts'
import { PICKS } from '../../core/rank/choice.ts'
import { ESTIMATORS } from '../../core/rank/names.ts'
import { named } from '../named.ts'
import { Count, isoTime, NextPart, Time } from './kinds.ts'

/** Of any choice, whether its fetch is over or yet to come. */
const CHOICE = {
  url: z.string(),
  arm: z.enum(ESTIMATORS),
  motive: z.enum(MOTIVES),
  pick: z.enum(PICKS),
  estimate: z.nullable(z.number()),
  terms: z.record(z.string(), z.number()),
  runnerUp: z.nullable(z.strictObject({ url: z.string(), estimate: z.nullable(z.number()) })),
  armMeans: z.record(z.string(), z.number()),
  why: z.string(),
}

export const DecisionView = named(
  'Decision',
  z.strictObject({
    seq: Count.check(z.describe('The record of the log that tells of it.')),
    at: Time,
    ...CHOICE,
  }),
)

export const NextFetchView = named(
  'NextFetch',
  z.strictObject({ reservedAt: Time, dueAt: Time, ...CHOICE }),
)

export const DecisionList = named(
  'DecisionList',
  z.strictObject({ decisions: z.array(DecisionView), next: NextPart }),
)

export function decisionView(decision: Decision): z.infer<typeof DecisionView> {
  return { ...decision, at: isoTime(decision.at) }
}

export function nextFetchView(next: NextFetch): z.infer<typeof NextFetchView> {
  return { ...next, reservedAt: isoTime(next.reservedAt), dueAt: isoTime(next.dueAt) }
}
