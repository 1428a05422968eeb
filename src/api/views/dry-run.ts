import * as z from 'zod/mini'
import type { Forecast } from '../../core/campaign/forecast/forecast.ts'
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
      leastMs: amount.check(z.describe('By the rate alone: it cannot be done sooner.')),
      onSeedSitesMs: amount.check(
        z.describe(
          'If it finds nothing but pages of its seeds’ sites; an answer is taken for 0.8 s.',
        ),
      ),
      dollars: amount.check(z.describe('Beyond what a plan includes, for the whole budget.')),
      parts: z.record(z.enum(Object.keys(SpentView.shape) as [keyof Forecast['parts']]), PartView),
      perPage: SpentView,
      freePagesADay: Count,
      freePlanDays: amount.check(
        z.describe('How long the free plan would take to pay for it, were it alone.'),
      ),
    })
    .check(z.describe('What a campaign would take, in time and money.')),
)

const PARTS_EXAMPLE = Object.fromEntries(
  Object.entries(CAMPAIGN_EXAMPLE.cost.spent).map(([name, amountSpent]) => [
    name,
    { amount: 2 * amountSpent, dollars: 0.0003 },
  ]),
) as Forecast['parts']

export const DryRunView = named(
  'DryRun',
  z
    .strictObject({
      spec: z.strictObject({
        ...SPEC_FIELDS,
        randomSeed: z
          .nullable(Count)
          .check(z.describe('null: drawn when the campaign is created.')),
      }),
      seeds: z.array(
        z.strictObject({
          url: z.string(),
          reach: z.enum(REACHES),
          why: z.nullable(z.string()).check(z.describe('Of what is not reachable.')),
        }),
      ),
      forecast: ForecastView,
    })
    .check(z.describe('What would come of a campaign, were it created.')),
  {
    spec: { ...SPEC_EXAMPLE, randomSeed: null },
    seeds: [{ url: 'https://example.org/', reach: 'reachable', why: null }],
    forecast: {
      leastMs: 1_000_000,
      onSeedSitesMs: 1_800_000,
      dollars: 0.0018,
      parts: PARTS_EXAMPLE,
      perPage: CAMPAIGN_EXAMPLE.cost.perPage,
      freePagesADay: 32_000,
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
    seeds: seeds.map(({ url, reach, why }) => ({ url, reach, why: why ?? null })),
    forecast: forecastView(forecast),
  }
}

function forecastView(forecast: Forecast): z.infer<typeof ForecastView> {
  const parts = Object.entries(forecast.parts).map(([name, part]) => [
    name,
    { amount: Math.round(part.amount), dollars: inMillionths(part.dollars) },
  ])
  return {
    leastMs: Math.round(forecast.leastMs),
    onSeedSitesMs: Math.round(forecast.onSeedSitesMs),
    dollars: inMillionths(forecast.dollars),
    parts: Object.fromEntries(parts) as Forecast['parts'],
    perPage: roundedAll(forecast.perPage),
    freePagesADay: forecast.freePagesADay,
    freePlanDays: rounded(forecast.freePlanDays),
  }
}

/** A page costs a few of them. */
function inMillionths(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6
}
