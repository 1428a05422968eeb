import * as z from 'zod/mini'
import type { Decision } from '../../core/campaign/decisions.ts'
import { MOTIVES } from '../../core/rank/bandits/bandit.ts'
import { PICKS } from '../../core/rank/choice.ts'
import { ESTIMATORS } from '../../core/rank/names.ts'
import { named } from '../named.ts'
import { Count, isoTime, NextPart, Time } from './kinds.ts'

export const DecisionView = named(
  'Decision',
  z.strictObject({
    seq: Count.check(z.describe('The record of the log that tells of it.')),
    at: Time,
    url: z.string(),
    arm: z.enum(ESTIMATORS),
    motive: z.enum(MOTIVES),
    pick: z.enum(PICKS),
    estimate: z.nullable(z.number()),
    terms: z.record(z.string(), z.number()),
    runnerUp: z.nullable(z.strictObject({ url: z.string(), estimate: z.nullable(z.number()) })),
    armMeans: z.record(z.string(), z.number()),
    why: z.string(),
  }),
)

export const DecisionList = named(
  'DecisionList',
  z.strictObject({ decisions: z.array(DecisionView), next: NextPart }),
)

export function decisionView(decision: Decision): z.infer<typeof DecisionView> {
  return { ...decision, at: isoTime(decision.at) }
}
