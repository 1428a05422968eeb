import * as z from 'zod/mini'
import type { Course, Point } from '../../core/campaign/state/series.ts'
import { ESTIMATORS } from '../../core/rank/names.ts'
import { named } from '../description/schemas.ts'
import { CAMPAIGN_EXAMPLE } from './campaign-example.ts'
import { SpentView } from './cost.ts'
import { Count, isoTime, rounded, roundedOrNull, Time } from './kinds.ts'

const PointView = named(
  'Point',
  z
    .strictObject({
      seq: Count.check(z.describe('The last record of the log that is included.')),
      at: Time,
      fetched: Count,
      pages: Count,
      relevant: Count,
      score: z.number(),
      harvestRate: z
        .nullable(z.number())
        .check(z.describe('Relevant pages per fetch so far; null before the first.')),
      known: Count,
      frontier: Count,
      dollars: z.number(),
      spent: SpentView,
      arms: z.array(z.strictObject({ name: z.enum(ESTIMATORS), pulls: Count, mean: z.number() })),
    })
    .check(z.describe('The state of a campaign at one moment.')),
)

export const SeriesView = named(
  'Series',
  z
    .strictObject({
      seq: Count.check(z.describe('The last record of the log that is included.')),
      recordsPerPoint: Count.check(z.describe('Records between two stored points.')),
      points: z.array(PointView),
    })
    .check(z.describe('The progress of a campaign over time.')),
  {
    seq: 501,
    recordsPerPoint: 4,
    points: [
      {
        seq: 500,
        at: '2026-11-16T09:30:03.900Z',
        fetched: CAMPAIGN_EXAMPLE.progress.fetched,
        pages: CAMPAIGN_EXAMPLE.progress.pages,
        relevant: CAMPAIGN_EXAMPLE.progress.relevant,
        score: CAMPAIGN_EXAMPLE.progress.score,
        harvestRate: 0.376,
        known: CAMPAIGN_EXAMPLE.progress.known,
        frontier: CAMPAIGN_EXAMPLE.progress.frontier,
        dollars: CAMPAIGN_EXAMPLE.cost.dollars,
        spent: CAMPAIGN_EXAMPLE.cost.spent,
        arms: [],
      },
    ],
  },
)

export function seriesView({ seq, every, points }: Course): z.infer<typeof SeriesView> {
  return { seq, recordsPerPoint: every, points: points.map(pointView) }
}

function pointView(point: Point): z.infer<typeof PointView> {
  return {
    ...point,
    at: isoTime(point.at),
    score: rounded(point.score),
    harvestRate: roundedOrNull(point.harvestRate),
    dollars: rounded(point.dollars),
    arms: point.arms.map((arm) => ({ ...arm, mean: rounded(arm.mean) })),
  }
}
