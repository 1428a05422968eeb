import type { Archive } from '../../../lib/archive.ts'
import { DownsampledSeries } from '../../../lib/downsampled-series.ts'
import { ESTIMATORS, type EstimatorName } from '../../rank/names.ts'
import type { Ranker } from '../../rank/ranker.ts'
import type { Counters } from './counters.ts'
import { dollarsFor } from '../cost/cost.ts'
import { USAGE_FIGURES, noUsage, type Usage } from '../cost/usage.ts'

/** A chart shows at most this many points. With five arms they take 130 kB. */
const MAX_POINTS = 512

const FIGURES = ['seq', 'at', 'fetched', 'pages', 'relevant', 'score', 'known', 'frontier'] as const

/** A row ends with the policy's arms at the time, three numbers each. */
const ARMS_AT = FIGURES.length + USAGE_FIGURES.length
const ARM_FIGURES = 3

/** A campaign's figures after a record. */
export interface Point extends Record<(typeof FIGURES)[number], number> {
  /** Relevant pages for each fetch so far; null before the first. */
  harvestRate: number | null
  dollars: number
  spent: Usage
  arms: { name: EstimatorName; pulls: number; mean: number }[]
}

export interface Course {
  /** The record of the last point. */
  seq: number
  /** How many records lie between two points, before downsampling. */
  every: number
  points: Point[]
}

/** What a point is made of. */
interface SeriesSource {
  seq: number
  updatedAt: number
  counters: Counters
  nodes: { length: number }
  ranker: Ranker
  progress: { spent: Usage }
}

/** A campaign's progress over its records. Part of the fold, so it is complete after any load. */
export class Series {
  readonly #rows = new DownsampledSeries(MAX_POINTS)

  get bytes(): number {
    return this.#rows.bytes
  }

  /** Called after each record, once the next fetch is scheduled. */
  note(state: SeriesSource): void {
    if (this.#rows.isDue(state.seq)) this.#rows.add(rowOf(state))
  }

  /** Returns at most `most` points, evenly spread; the last is the present. */
  points(state: SeriesSource, most: number): Course {
    const rows = this.#rows
    const now = rowOf(state)
    const isThere = rows.length > 0 && rows.row(rows.length - 1)[0] === state.seq
    const last = rows.length - Number(isThere)
    const places = spread(last + 1, most)
    return {
      seq: state.seq,
      every: rows.every,
      points: places.map((place) => pointOf(place === last ? now : rows.row(place))),
    }
  }

  archive(archive: Archive): void {
    this.#rows.archive(archive)
  }
}

function rowOf({ seq, updatedAt, counters, nodes, ranker, progress }: SeriesSource): number[] {
  const { spent } = progress
  const { fetched, pages, relevant, score } = counters
  const figures = [seq, updatedAt, fetched, pages, relevant, score, nodes.length]
  return [
    ...figures,
    ranker.frontier.size,
    ...USAGE_FIGURES.map((figure) => spent[figure]),
    ...armFigures(ranker.selector.stats().arms),
  ]
}

/** The code, pulls and mean of each arm, in the order of the codes. */
function armFigures(arms: Point['arms']): number[] {
  return arms
    .map(({ name, pulls, mean }) => [ESTIMATORS.indexOf(name), pulls, mean] as const)
    .toSorted(([a], [b]) => a - b)
    .flat()
}

function armsOf(row: readonly number[]): Point['arms'] {
  const arms: Point['arms'] = []
  for (let at = ARMS_AT; at < row.length; at += ARM_FIGURES) {
    const [code, pulls, mean] = row.slice(at, at + ARM_FIGURES) as [number, number, number]
    arms.push({ name: ESTIMATORS[code]!, pulls, mean })
  }
  return arms
}

function pointOf(row: readonly number[]): Point {
  const figures = Object.fromEntries(FIGURES.map((figure, i) => [figure, row[i]!])) as Record<
    (typeof FIGURES)[number],
    number
  >
  const spent = noUsage()
  for (const [i, figure] of USAGE_FIGURES.entries()) spent[figure] = row[FIGURES.length + i]!
  return {
    ...figures,
    harvestRate: figures.fetched === 0 ? null : figures.relevant / figures.fetched,
    dollars: dollarsFor(spent),
    spent,
    arms: armsOf(row),
  }
}

/** The first and the last of `count` indices, and others evenly spaced between them. */
function spread(count: number, most: number): number[] {
  const wanted = Math.min(count, most)
  const step = wanted === 1 ? 0 : (count - 1) / (wanted - 1)
  return Array.from({ length: wanted }, (_, i) => Math.round(i * step))
}
