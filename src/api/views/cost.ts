import * as z from 'zod/mini'
import type { Cost } from '../../core/campaign/cost/cost.ts'
import type { Usage } from '../../core/campaign/cost/usage.ts'
import { named } from '../description/schemas.ts'
import { rounded, roundedOrNull } from './kinds.ts'

const figure = (description: string) => z.number().check(z.minimum(0), z.describe(description))

export const SpentView = named(
  'Usage',
  z
    .strictObject({
      rowsRead: figure("Rows read from the object's storage."),
      rowsWritten: figure("Rows written to the object's storage; setting an alarm is one."),
      requests: figure("Calls and alarms of the campaign's object."),
      awakeMs: figure('How long the object was kept in memory.'),
      resultRowsRead: figure('Rows of the results store (D1) read for the campaign.'),
      resultRowsWritten: figure('Rows of the results store (D1) written for the campaign.'),
    })
    .check(z.describe('Usage as the platform counts it.')),
)

export const CostView = z
  .strictObject({
    spent: SpentView,
    dollars: figure('The price of it in dollars, beyond what a plan includes.'),
    perPage: z.nullable(SpentView),
    perRelevantPage: z.nullable(SpentView),
    dollarsPerMillionPages: z.nullable(figure('In dollars.')),
    dollarsPerMillionRelevantPages: z.nullable(figure('In dollars.')),
    freePagesPerDay: z.nullable(
      figure('Fetches a day that the free plan would cover for this campaign alone.'),
    ),
  })
  .check(
    z.describe(
      'What the platform bills, by its own counters; figures per page are null before the first page.',
    ),
  )

/** Rounded to what can be read: a thousandth of a row, a hundredth of a cent a million pages. */
export function costView({ spent, freePagesPerDay, ...cost }: Cost): z.infer<typeof CostView> {
  return {
    spent,
    dollars: rounded(cost.dollars),
    perPage: cost.perPage && roundedAll(cost.perPage),
    perRelevantPage: cost.perRelevantPage && roundedAll(cost.perRelevantPage),
    dollarsPerMillionPages: roundedOrNull(cost.dollarsPerMillionPages),
    dollarsPerMillionRelevantPages: roundedOrNull(cost.dollarsPerMillionRelevantPages),
    freePagesPerDay,
  }
}

export function roundedAll(spent: Usage): Usage {
  const entries = Object.entries(spent).map(([name, value]) => [name, rounded(value)])
  return Object.fromEntries(entries) as Record<keyof Usage, number>
}
