import { BREADTH_FIRST } from '../crawled-pages.ts'
import type { Experiment } from '../experiment.ts'
import { type Finding, formatFindings } from '../findings.ts'
import type { Estimate } from '../measures/over-topics.ts'
import { formatTable, writeWhole } from '../output.ts'
import { chartColumn } from '../plot/chart-column.ts'
import type { LineChart } from '../plot/line-chart.ts'
import {
  type BestNFirstFigure,
  type CrawlerMeasure,
  MEASURES,
  measureCrawlers,
} from './pooled-crawls.ts'

const BUFFER = 256
const SIZES = [1, 16, 64, 128, 256]
const crawler = (size: number) => `best_first(batch=${size},buffer=${BUFFER},shortBatch=shrink)`
const BLIND = `${BREADTH_FIRST}(buffer=${BUFFER})`

/** Pant, Srinivasan and Menczer 2002: how many links of the best to crawl before looking again. */
export const bestNFirst: Experiment = {
  name: 'best-n-first',
  summary: 'coverage, mean rank and target recall of best-N-first, N from 1 to 256',
  takes: ['steps', 'policies', 'svg', 'quick'],
  defaults: {
    steps: [2_000],
    policies: [...SIZES.map(crawler), BLIND],
    seedSets: 3,
    seedSize: 10,
  },
  quick: { steps: [500], seedSets: 1 },
  async run(context) {
    const { options } = context
    const figure = await measureCrawlers(context)
    const findings = findingsOf(figure)
    for (const measure of Object.keys(MEASURES) as CrawlerMeasure[]) {
      context.print(`${MEASURES[measure].title}, mean of ${figure.topics.length} topics ± error`)
      context.print(formatTable(rows(figure, measure)))
    }
    context.print(formatFindings('Pant, Srinivasan and Menczer 2002', findings))
    context.note('task 1 starts at examples of the topic, task 2 two links before them')
    context.note(
      'examples have the keyword most often; the description is their text, starts left out',
    )
    if (options.svg !== undefined) writeWhole(options.svg, bestNFirstSvg(figure))
    return { figure, findings }
  },
}

/** The crawler as the paper calls it. */
function shortName(key: string): string {
  const size = /^best_first\(batch=(\d+),/.exec(key)?.[1]
  if (size !== undefined) return `N = ${size}`
  return key === BLIND ? 'breadth-first' : key
}

/** Readings that a table shows, as shares of all. */
const SHOWN = [0.1, 0.25, 0.5, 1]

function rows(figure: BestNFirstFigure, measure: CrawlerMeasure): string[][] {
  const xs = figure.x[MEASURES[measure].over]
  const shares = xs.length <= SHOWN.length + 2 ? xs.map((_, i) => (i + 1) / xs.length) : SHOWN
  const places = shares.map((share) => Math.max(0, Math.round(share * xs.length) - 1))
  const cells = Object.entries(figure.curves[measure]).map(([key, curve]) => [
    shortName(key),
    ...places.map((place) => shown(curve[place]!, MEASURES[measure].digits)),
  ])
  return [[MEASURES[measure].over, ...places.map((place) => String(xs[place]))], ...cells]
}

function shown({ mean, error }: Estimate, digits: number): string {
  return `${mean.toFixed(digits)} ±${error.toFixed(digits)}`
}

const COVERAGES = [
  'lexical coverage 1',
  'lexical coverage 2',
  'linkage coverage 1',
  'linkage coverage 2',
] as const satisfies readonly CrawlerMeasure[]

function findingsOf({ curves, x }: BestNFirstFigure): Finding[] {
  const [one, many] = [crawler(1), crawler(256)]
  const keys = Object.keys(curves['lexical coverage 1'])
  if (![one, many, BLIND].every((key) => keys.includes(key))) return []
  // The top 100: the smaller tops are a few pages, the larger ones all that a crawl finds.
  const top = x.top.indexOf(100)
  const at = (measure: CrawlerMeasure, key: string, place: number) =>
    curves[measure][key]![place]!.mean
  const beside = (
    measures: readonly CrawlerMeasure[],
    compared: string[],
    place: number,
    digits = 3,
  ) =>
    measures
      .map((measure) => {
        const values = compared.map((key) => at(measure, key, place).toFixed(digits))
        return `${measure}: ${values.join(' against ')}`
      })
      .join('; ')
  const early = Math.round(x.pages.length / 10) - 1
  const linkage = ['linkage rank 1', 'linkage rank 2'] as const
  return [
    {
      paper: 'N = 256 covers more of the best pages than N = 1',
      ours: beside(COVERAGES, [many, one], top),
      isConfirmed: COVERAGES.every((it) => at(it, many, top) > at(it, one, top)),
    },
    {
      paper: 'it pays early on, by linkage (mean rank, low is good)',
      ours: `${beside(linkage, [many, one], early, 0)} after ${x.pages[early]} pages`,
      isConfirmed: linkage.every((it) => at(it, many, early) > at(it, one, early)),
    },
    {
      paper: 'blind breadth-first covers least',
      ours: beside(COVERAGES, [BLIND, one], top),
      isConfirmed: COVERAGES.every((it) =>
        keys.every((key) => key === BLIND || at(it, key, top) > at(it, BLIND, top)),
      ),
    },
  ]
}

export function bestNFirstSvg(figure: BestNFirstFigure): string {
  return chartColumn((Object.keys(MEASURES) as CrawlerMeasure[]).map((it) => chartOf(figure, it)))
}

function chartOf({ topics, x, curves }: BestNFirstFigure, measure: CrawlerMeasure): LineChart {
  const { title, over } = MEASURES[measure]
  return {
    title,
    subtitle: `mean of ${topics.length} topics, bars are standard errors`,
    x: { label: over === 'top' ? 'best pages of the pool' : 'pages', scale: 'linear' },
    y: { label: measure.replace(/ \d$/, ''), scale: 'linear' },
    series: Object.entries(curves[measure]).map(([key, curve]) => ({
      name: shortName(key),
      points: curve.map(({ mean, error }, i) => [x[over][i]!, mean, error] as const),
    })),
  }
}
