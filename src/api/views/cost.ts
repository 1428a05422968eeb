import * as z from 'zod/mini'
import type { Cost } from '../../core/campaign/cost.ts'
import type { Spent } from '../../core/campaign/spent.ts'
import { rounded, roundedOrNull } from './kinds.ts'

const figure = z.number().check(z.minimum(0))

export const SpentView = z.strictObject({
  rowsRead: figure,
  rowsWritten: figure,
  requests: figure,
  awakeMs: figure,
  d1RowsRead: figure,
  d1RowsWritten: figure,
})

export const CostView = z
  .strictObject({
    spent: SpentView,
    dollars: figure,
    perPage: z.nullable(SpentView),
    perRelevantPage: z.nullable(SpentView),
    dollarsPerMillionPages: z.nullable(figure),
    dollarsPerMillionRelevantPages: z.nullable(figure),
    freePagesADay: z.nullable(figure),
  })
  .check(z.describe('What the platform bills, by its own counters.'))

/** Rounded to what can be read: a thousandth of a row, a hundredth of a cent a million pages. */
export function costView({ spent, freePagesADay, ...cost }: Cost): z.infer<typeof CostView> {
  return {
    spent,
    dollars: rounded(cost.dollars),
    perPage: cost.perPage && roundedAll(cost.perPage),
    perRelevantPage: cost.perRelevantPage && roundedAll(cost.perRelevantPage),
    dollarsPerMillionPages: roundedOrNull(cost.dollarsPerMillionPages),
    dollarsPerMillionRelevantPages: roundedOrNull(cost.dollarsPerMillionRelevantPages),
    freePagesADay,
  }
}

export function roundedAll(spent: Spent): Spent {
  const entries = Object.entries(spent).map(([name, value]) => [name, rounded(value)])
  return Object.fromEntries(entries) as Record<keyof Spent, number>
}
