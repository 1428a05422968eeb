import * as z from 'zod/mini'
import type { Forecast } from '../../core/campaign/forecast.ts'
import type { Spec } from '../../core/spec/spec.ts'
import { REACHES, type Reachability } from '../../crawl/site/reachability.ts'
import { named } from '../description/schemas.ts'
import { CAMPAIGN_EXAMPLE } from './campaign-example.ts'
import { roundedAll, SpentView } from './cost.ts'
import { Count, rounded } from './kinds.ts'
import { SPEC_EXAMPLE, SPEC_FIELDS, specView } from './spec.ts'

const amount = z.number().check(z.minimum(0))
const PartView = z.strictObject({ amount, dollars: amount })

const ForecastView = named(
  'Forecast',
  z
    .strictObject({
      minDurationMs: amount.check(z.describe('The shortest possible duration, by the rate alone.')),
      seedSitesDurationMs: amount.check(
        z.describe('The duration if all pages are on the sites of the seeds, at 0.8 s a response.'),
      ),
      dollars: amount.check(
        z.describe('The price of the whole budget, beyond what a plan includes.'),
      ),
      breakdown: z.record(
        z.enum(Object.keys(SpentView.shape) as [keyof Forecast['breakdown']]),
        PartView,
      ),
      perPage: SpentView,
      freePagesPerDay: Count,
      freePlanDays: amount.check(
        z.describe('Days it would take on the free plan, as its only campaign.'),
      ),
    })
    .check(z.describe('What a campaign would take in time and money.')),
)

const BREAKDOWN_EXAMPLE = Object.fromEntries(
  Object.entries(CAMPAIGN_EXAMPLE.cost.spent).map(([name, amountSpent]) => [
    name,
    { amount: 2 * amountSpent, dollars: 0.0003 },
  ]),
) as Forecast['breakdown']

export const DryRunView = named(
  'DryRun',
  z
    .strictObject({
      spec: z.strictObject({
        ...SPEC_FIELDS,
        randomSeed: z.nullable(Count).check(z.describe('Null if it would be drawn at random.')),
      }),
      seeds: z.array(
        z.strictObject({
          url: z.string(),
          status: z.enum(REACHES),
          why: z
            .nullable(z.string())
            .check(z.describe('Why the seed cannot be reached; null if it can.')),
        }),
      ),
      forecast: ForecastView,
    })
    .check(z.describe('What would happen if the campaign were created.')),
  {
    spec: { ...SPEC_EXAMPLE, randomSeed: null },
    seeds: [{ url: 'https://example.org/', status: 'reachable', why: null }],
    forecast: {
      minDurationMs: 1_000_000,
      seedSitesDurationMs: 1_800_000,
      dollars: 0.0018,
      breakdown: BREAKDOWN_EXAMPLE,
      perPage: CAMPAIGN_EXAMPLE.cost.perPage,
      freePagesPerDay: 32_000,
      freePlanDays: 0.0313,
    },
  },
)

interface DryRun {
  spec: Spec
  isSeedDrawn: boolean
  seeds: readonly Reachability[]
  forecast: Forecast
}

export function dryRunView({
  spec,
  isSeedDrawn,
  seeds,
  forecast,
}: DryRun): z.infer<typeof DryRunView> {
  return {
    spec: { ...specView(spec), randomSeed: isSeedDrawn ? null : spec.randomSeed },
    seeds: seeds.map(({ url, reach: status, why }) => ({ url, status, why: why ?? null })),
    forecast: forecastView(forecast),
  }
}

function forecastView(forecast: Forecast): z.infer<typeof ForecastView> {
  const parts = Object.entries(forecast.breakdown).map(([name, part]) => [
    name,
    { amount: Math.round(part.amount), dollars: inMillionths(part.dollars) },
  ])
  return {
    minDurationMs: Math.round(forecast.minDurationMs),
    seedSitesDurationMs: Math.round(forecast.seedSitesDurationMs),
    dollars: inMillionths(forecast.dollars),
    breakdown: Object.fromEntries(parts) as Forecast['breakdown'],
    perPage: roundedAll(forecast.perPage),
    freePagesPerDay: forecast.freePagesPerDay,
    freePlanDays: rounded(forecast.freePlanDays),
  }
}

/** A page costs a few millionths of a dollar. */
function inMillionths(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6
}
