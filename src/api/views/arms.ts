import * as z from 'zod/mini'
import type { ArmsReport } from '../../core/campaign/insight/arms-report.ts'
import { BANDITS, ESTIMATORS } from '../../core/rank/names.ts'
import { named } from '../description/schemas.ts'
import { Count, isoTime, rounded, Time } from './kinds.ts'

const PhaseView = z.strictObject({
  number: Count.check(z.describe('The number of the phase, from 1.')),
  isExploring: z.boolean().check(z.describe('Whether arms are still being tried.')),
  exploresUntilStep: Count.check(z.describe('The step at which exploration ends.')),
  endsAtStep: Count.check(z.describe('The step at which the phase ends.')),
  confirmations: Count.check(z.describe('How many explorations in a row found the same best arm.')),
  winner: z.nullable(z.enum(ESTIMATORS)),
})

export const ArmsView = named(
  'Arms',
  z
    .strictObject({
      seq: Count.check(z.describe('The last record of the log that is included.')),
      at: Time,
      policy: z.enum([...ESTIMATORS, ...BANDITS]),
      favourite: z.enum(ESTIMATORS).check(z.describe('The arm that would be played now.')),
      steps: Count.check(z.describe('Rewards so far; phases are counted in them.')),
      resets: Count,
      phase: z
        .nullable(PhaseView)
        .check(
          z.describe(
            'The current phase of a bandit that explores in phases; null for other policies.',
          ),
        ),
      arms: z.array(
        z.strictObject({
          name: z.enum(ESTIMATORS),
          pulls: Count.check(z.describe('How often it chose.')),
          sinceReset: Count.check(z.describe('How often it chose since the last reset.')),
          mean: z.number().check(z.describe('The mean reward since the last reset.')),
        }),
      ),
    })
    .check(z.describe('How well the arms of a policy do.')),
  {
    seq: 501,
    at: '2026-11-16T09:30:04.350Z',
    policy: 'mab_var',
    favourite: 'fl_ne',
    steps: 480,
    resets: 0,
    phase: {
      number: 1,
      isExploring: false,
      exploresUntilStep: 100,
      endsAtStep: 1000,
      confirmations: 0,
      winner: 'fl_ne',
    },
    arms: [
      { name: 'fl_deg', pulls: 61, sinceReset: 61, mean: 0.1719 },
      { name: 'fl_ne', pulls: 419, sinceReset: 419, mean: 0.2344 },
    ],
  },
)

export function armsView(report: ArmsReport): z.infer<typeof ArmsView> {
  return {
    ...report,
    at: isoTime(report.at),
    arms: report.arms.map((arm) => ({ ...arm, mean: rounded(arm.mean) })),
  }
}
