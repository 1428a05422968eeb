import type { LabOptions } from '../experiment.ts'
import type { Finding } from '../findings.ts'
import { BUFFER_SHARE, HOT_SHARES, idealArea, READINGS, STOP_SHARE } from '../importance/measure.ts'
import type { RankAccuracy } from '../importance/rank-accuracy.ts'
import { formatTable } from '../output.ts'
import { type ChartSeries, lineChart } from '../plot/line-chart.ts'
import { type MetricName, METRICS } from './ordering-metrics.ts'
import type { OrderingRow } from './ordering.ts'

/** The threshold of the curves and of what is compared: the best hundredth of the pages. */
const COMPARED = HOT_SHARES.indexOf(0.01)

/** What is drawn. */
export interface OrderingFigure {
  caption: string
  curves: ChartSeries[]
}

/** The mean over the corpora of the mean over the crawls of each; undefined where none has a value. */
function meanOf(
  rows: readonly OrderingRow[],
  value: (row: OrderingRow) => number | null | undefined,
): number | undefined {
  const means = corporaOf(rows).flatMap((corpus) => {
    const values = rows
      .filter((row) => row.corpus === corpus)
      .map(value)
      .filter((one) => one !== null && one !== undefined)
    return values.length === 0 ? [] : [average(values)]
  })
  return means.length === 0 ? undefined : average(means)
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function corporaOf(rows: readonly OrderingRow[]): string[] {
  return [...new Set(rows.map(({ corpus }) => corpus))]
}

function orderingsOf(rows: readonly OrderingRow[]): string[] {
  return [...new Set(rows.map((row) => row.ordering))]
}

/** One table a metric: each ordering beside an ideal crawl and a random one. */
export function orderingTables(rows: readonly OrderingRow[]): string[] {
  const metrics = Object.keys(METRICS) as MetricName[]
  return metrics.flatMap((metric) => {
    const ofMetric = rows.filter((row) => row.metric === metric)
    return ofMetric.length === 0 ? [] : [tableOf(metric, ofMetric)]
  })
}

function tableOf(metric: MetricName, rows: readonly OrderingRow[]): string {
  const header = [
    `${metric}: ${METRICS[metric]}`,
    `stop ${percent(STOP_SHARE)}`,
    ...HOT_SHARES.map((share) => `hot ${percent(share)}`),
    `buffer ${percent(BUFFER_SHARE)}`,
  ]
  const cells = orderingsOf(rows).map((ordering) => {
    const own = rows.filter((row) => row.ordering === ordering)
    return [
      ordering,
      shown(meanOf(own, ({ stop }) => stop)),
      ...HOT_SHARES.map((_, i) => shown(meanOf(own, ({ hot }) => hot[i]?.area))),
      shown(meanOf(own, ({ buffer }) => buffer)),
    ]
  })
  const ideal = HOT_SHARES.map((_, i) =>
    shown(meanOf(rows, ({ hot }) => hot[i] && idealArea(hot[i].share))),
  )
  const random = [STOP_SHARE, ...HOT_SHARES.map(() => 1 / 2), BUFFER_SHARE].map(shown)
  return formatTable([
    header,
    ...cells,
    ['ideal', '1.000', ...ideal, '1.000'],
    ['random', ...random],
  ])
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`
}

function shown(value: number | undefined): string {
  return value === undefined ? '-' : value.toFixed(3)
}

/** The mean share of hot pages found over the crawls. Few pages have a topic, so their best tenth is taken. */
function areaOf(rows: readonly OrderingRow[], metric: MetricName, ordering: string) {
  const own = rows.filter((row) => row.metric === metric && row.ordering === ordering)
  const compared = metric === 'IS' ? HOT_SHARES.indexOf(0.1) : COMPARED
  return meanOf(own, ({ hot }) => hot[compared]?.area)
}

/** The paper's findings; those whose orderings were not run are left out. */
export function findingsOf(rows: readonly OrderingRow[]): Finding[] {
  return [
    ranking(rows, "IR' finds pages with many links sooner than IB' and breadth-first", 'IB'),
    ranking(rows, "IR' finds pages of high PageRank sooner than IB' and breadth-first", 'IR'),
    farAboveRandom(rows),
    hotQueuesHelp(rows),
  ].filter((finding) => finding !== undefined)
}

function ranking(
  rows: readonly OrderingRow[],
  paper: string,
  metric: MetricName,
): Finding | undefined {
  const names = ['pagerank', 'backlink', 'breadth']
  const areas = names.map((name) => areaOf(rows, metric, name))
  if (areas.includes(undefined)) return undefined
  const [first, ...others] = areas as number[]
  const corpora = corporaOf(rows)
  const ahead = corpora.filter((corpus) => {
    const own = rows.filter((row) => row.corpus === corpus)
    const [best, ...rest] = names.map((name) => areaOf(own, metric, name) ?? 0)
    return rest.every((area) => best! > area)
  })
  const listed = names.map((name, i) => `${name} ${shown(areas[i])}`).join(', ')
  return {
    paper,
    ours: `${listed}; first in ${ahead.length} of ${corpora.length} corpora`,
    isConfirmed: others.every((area) => first! > area),
  }
}

/** A tenth of the way, a random crawl has a tenth of the hot pages. */
const EARLY = READINGS.indexOf(0.1)

function farAboveRandom(rows: readonly OrderingRow[]): Finding | undefined {
  const own = rows.filter(({ metric, ordering }) => metric === 'IB' && ordering === 'pagerank')
  const found = meanOf(own, ({ hot }) => hot[COMPARED]?.found[EARLY])
  if (found === undefined) return undefined
  return {
    paper: 'ordering is far better than random',
    ours: `pagerank has ${shown(found)} of the pages with many links after a tenth of the crawl, random 0.100`,
    isConfirmed: found > 0.2,
  }
}

function hotQueuesHelp(rows: readonly OrderingRow[]): Finding | undefined {
  const names = ['hot_queue', 'hot_queue(hotBy=pages)', 'pagerank']
  const areas = names.map((name) => areaOf(rows, 'IS', name))
  if (areas.includes(undefined)) return undefined
  const [byLinks, byPages, without] = areas as number[]
  return {
    paper: 'hot queues find pages similar to the query sooner',
    ours: names.map((name, i) => `${name} ${shown(areas[i])}`).join(', '),
    isConfirmed: byLinks! > without! && byPages! > without!,
  }
}

/** How close the ranks that are kept up to date came to those solved anew. */
export function accuracyTable(accuracy: ReadonlyMap<string, readonly RankAccuracy[]>): string {
  const header = ['ranks of the frontier', 'pages crawled', 'mean error', 'best 100 shared']
  const cells = [...accuracy].flatMap(([corpus, readings]) =>
    readings.map(({ pages, meanError, topShared }) => [
      corpus,
      String(pages),
      `${(100 * meanError).toFixed(2)} %`,
      percent(topShared),
    ]),
  )
  return formatTable([header, ...cells])
}

/** The curves for pages with many links, the target of most of the paper's figures. */
export function figureOf(rows: readonly OrderingRow[], options: LabOptions): OrderingFigure {
  const own = rows.filter(({ metric }) => metric === 'IB')
  const curves = orderingsOf(own).map((name): ChartSeries => {
    const ofOrdering = own.filter((row) => row.ordering === name)
    return {
      name,
      points: curve((at) => meanOf(ofOrdering, ({ hot }) => hot[COMPARED]?.found[at])),
    }
  })
  const share = meanOf(own, ({ hot }) => hot[COMPARED]?.share) ?? 0
  const ideal = curve((at) => (share === 0 ? undefined : Math.min(1, READINGS[at]! / share)))
  const starts = options.seedSets === 1 ? '1 start' : `${options.seedSets} starts`
  return {
    caption: `${corporaOf(rows).join(', ')}; ${starts} of ${options.seedSize}`,
    curves: [
      { name: 'ideal', points: ideal, isReference: true },
      { name: 'random', points: curve((at) => READINGS[at]), isReference: true },
      ...curves,
    ],
  }
}

function curve(at: (reading: number) => number | undefined): [number, number | null][] {
  return READINGS.map((reading, i) => [reading, at(i) ?? null])
}

export function orderingSvg({ caption, curves }: OrderingFigure): string {
  return lineChart({
    title: 'Share of the pages with the most links (the best hundredth) found',
    subtitle: caption,
    x: { label: 'share of the pages crawled', scale: 'linear' },
    y: { label: 'share found', scale: 'linear' },
    series: curves,
  })
}
