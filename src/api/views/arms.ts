import * as z from 'zod/mini'
import type { ArmsReport } from '../../core/campaign/insight/arms-report.ts'
import { BANDITS, ESTIMATORS } from '../../core/rank/names.ts'
import { named } from '../named.ts'
import { Count, isoTime, rounded, Time } from './kinds.ts'

const PhaseView = z.strictObject({
  number: Count,
  isExploring: z.boolean(),
  exploresUntil: Count,
  endsAt: Count,
  confirmed: Count.check(
    z.describe('How often in a row exploring has found the same arm to be the best.'),
  ),
  winner: z.nullable(z.enum(ESTIMATORS)),
})

export const ArmsView = named(
  'Arms',
  z.strictObject({
    seq: Count.check(z.describe('The last record of the log that it takes into account.')),
    at: Time,
    policy: z.enum([...ESTIMATORS, ...BANDITS]),
    favourite: z.enum(ESTIMATORS),
    steps: Count.check(z.describe('Rewards so far: what phases are counted in.')),
    resets: Count,
    phase: z
      .nullable(PhaseView)
      .check(z.describe('Of a bandit that explores in phases; null for any other policy.')),
    arms: z.array(
      z.strictObject({
        name: z.enum(ESTIMATORS),
        pulls: Count,
        sinceReset: Count,
        mean: z.number().check(z.describe('Of the rewards since the last reset.')),
      }),
    ),
  }),
)

export function armsView(report: ArmsReport): z.infer<typeof ArmsView> {
  return {
    ...report,
    at: isoTime(report.at),
    arms: report.arms.map((arm) => ({ ...arm, mean: rounded(arm.mean) })),
  }
}
