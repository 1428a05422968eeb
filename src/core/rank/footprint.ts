import type { Footprint, Need } from './estimator.ts'
import { findEstimator, type EstimatorName } from './names.ts'

/** What is shared takes, by item of each. */
const SHARED: Record<Need, Partial<Footprint>> = {
  /** The score of a node; its first and last link and its degrees; both ends of a link, α and the next. */
  graph: { known: 8 + 4 * 4, link: 4 * 4 },
  firstLevelRows: { known: 4 * 8 },
  secondLevel: { known: 3 * 8 },
  secondLevelColumns: { known: 3 * 8 },
  scoreOf: {},
  hostOf: {},
  linkClasses: {},
  chance: {},
}

/** Where a node stands in a queue. */
const POSITION_BYTES = 4
const ID_BYTES = 4
const KEY_BYTES = { single: 4, double: 8 }

/** The columns of the estimators and of what they share, by what one item of each takes. */
export function footprintOf(arms: readonly EstimatorName[]): Footprint {
  const descriptors = arms.map(findEstimator)
  const needs = new Set(descriptors.flatMap((arm) => arm.needs))
  const parts = [
    ...descriptors.map(({ keys }) => ({
      known: POSITION_BYTES,
      queued: ID_BYTES + KEY_BYTES[keys],
    })),
    ...descriptors.map(({ bytes }) => bytes),
    ...[...needs].map((need) => SHARED[need]),
  ]
  const sum = (of: keyof Footprint) =>
    parts.reduce((bytes, part: Partial<Footprint>) => bytes + (part[of] ?? 0), 0)
  return { known: sum('known'), queued: sum('queued'), link: sum('link'), host: sum('host') }
}
