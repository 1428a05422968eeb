import { BREADTH_FIRST, crawledPages, readings } from '../crawled-pages.ts'
import type { Dataset, Experiment, LabContext } from '../experiment.ts'
import { type Finding, formatFindings } from '../findings.ts'
import { type Estimate, meanRow, overTopics } from '../measures/over-topics.ts'
import { harvestRates, targetRecalls } from '../measures/ranked-pool.ts'
import { formatTable, writeWhole } from '../output.ts'
import { chartColumn } from '../plot/chart-column.ts'
import type { LineChart } from '../plot/line-chart.ts'
import { type PlannedPolicy, planPolicies } from '../policies.ts'
import { drawTask } from '../topic-task.ts'

/** The strategies that the paper compares; prediction by link context is formula (4) best-first. */
const STRATEGIES = [BREADTH_FIRST, 'link_context', 'opic', 'otie']

/** What is drawn: by strategy, over the share of the crawl. */
export interface OtieFigure {
  topics: string[]
  /** Mean number of pages at each reading. */
  pages: number[]
  harvest: Record<string, Estimate[]>
  recall: Record<string, Estimate[]>
}

/** Guan et al. 2008: on-line topical importance estimation beside what it was compared with. */
export const otie: Experiment = {
  name: 'otie',
  summary: 'harvest rate and target recall of OTIE, OPIC, link context and breadth-first',
  takes: ['steps', 'policies', 'svg', 'quick'],
  defaults: { steps: [2_000], policies: STRATEGIES, seedSets: 3, seedSize: 10 },
  quick: { steps: [500], seedSets: 1 },
  async run(context) {
    const { options } = context
    const figure = await measure(context)
    const findings = findingsOf(figure)
    for (const name of ['harvest', 'recall'] as const) {
      context.print(`${TITLES[name]}, mean of ${figure.topics.length} topics ± standard error`)
      context.print(formatTable(rows(figure, name)))
    }
    context.print(formatFindings('Guan et al. 2008', findings))
    context.note(
      'a page is relevant if it has the keyword; targets are those that have it most often',
    )
    if (options.svg !== undefined) writeWhole(options.svg, otieSvg(figure))
    return { figure, findings }
  },
}

const TITLES = { harvest: 'Harvest rate', recall: 'Target recall' }

type Curves = Record<'harvest' | 'recall', Map<string, number[][]>>

async function measure(context: LabContext): Promise<OtieFigure> {
  const { options } = context
  const planned = planPolicies(options.policies)
  const curves: Curves = { harvest: new Map(), recall: new Map() }
  const topics: string[] = []
  const pages: number[][] = []
  for await (const dataset of context.datasets()) {
    const steps = readings(dataset, options.steps.at(-1)!)
    topics.push(dataset.name)
    pages.push(steps)
    for (const [at, policy] of planned.entries()) {
      const { harvest, recall } = crawlsOf(policy, dataset, steps, context)
      addRow(curves.harvest, policy.key, harvest)
      addRow(curves.recall, policy.key, recall)
      context.progress(`crawls of ${dataset.name}`, at + 1, planned.length)
    }
  }
  return {
    topics,
    pages: meanRow(pages).map(Math.round),
    harvest: estimatesOf(curves.harvest),
    recall: estimatesOf(curves.recall),
  }
}

/** The mean over the sets of starts. */
function crawlsOf(
  policy: PlannedPolicy,
  dataset: Dataset,
  steps: number[],
  { options }: LabContext,
): { harvest: number[]; recall: number[] } {
  const { scores } = dataset
  const sets = Array.from({ length: options.seedSets }, (_, set) => {
    const { starts, targets } = drawTask(dataset, options, set)
    const crawled = crawledPages(policy, { dataset, scores, starts, pages: steps.at(-1)! }, options)
    return {
      harvest: harvestRates(crawled, (node) => scores.beta[node]! > 0, steps),
      recall: targetRecalls(crawled, targets, steps),
    }
  })
  return {
    harvest: meanRow(sets.map(({ harvest }) => harvest)),
    recall: meanRow(sets.map(({ recall }) => recall)),
  }
}

function addRow(rowsOf: Map<string, number[][]>, key: string, row: number[]): void {
  rowsOf.set(key, [...(rowsOf.get(key) ?? []), row])
}

function estimatesOf(rowsOf: ReadonlyMap<string, number[][]>): Record<string, Estimate[]> {
  return Object.fromEntries([...rowsOf].map(([key, its]) => [key, overTopics(its)]))
}

/** Readings that a table shows, as shares of the crawl. */
const SHOWN = [0.1, 0.25, 0.5, 1]

function rows({ pages, ...figure }: OtieFigure, name: 'harvest' | 'recall'): string[][] {
  const places = SHOWN.map((share) => Math.max(0, Math.round(share * pages.length) - 1))
  const header = ['strategy', ...places.map((place) => `${pages[place]} pages`)]
  const cells = Object.entries(figure[name]).map(([key, curve]) => [
    key,
    ...places.map((place) => shown(curve[place]!)),
  ])
  return [header, ...cells]
}

function shown({ mean, error }: Estimate): string {
  return `${mean.toFixed(3)} ±${error.toFixed(3)}`
}

function findingsOf({ harvest, recall }: OtieFigure): Finding[] {
  const keys = Object.keys(recall)
  const rest = keys.filter((key) => key !== 'otie')
  if (!keys.includes('otie') || rest.length === 0) return []
  const beats = (others: string[]): Finding => ({
    paper: `OTIE finds more of the targets than ${others.join(' and ')}`,
    ours: ['otie', ...others].map((key) => `${key} ${last(recall, key).toFixed(3)}`).join(', '),
    isConfirmed: others.every((key) => last(recall, 'otie') > last(recall, key)),
  })
  const blind = ['opic', BREADTH_FIRST].filter((key) => keys.includes(key))
  const byHarvest = keys.toSorted((a, b) => last(harvest, b) - last(harvest, a))
  return [
    beats(blind),
    beats(rest),
    {
      paper: 'link context has the best harvest rate, OTIE comes next',
      ours: byHarvest.map((key) => `${key} ${last(harvest, key).toFixed(3)}`).join(', '),
      isConfirmed: byHarvest[0] === 'link_context' && byHarvest[1] === 'otie',
    },
  ]
}

function last(curves: Record<string, Estimate[]>, key: string): number {
  return curves[key]!.at(-1)!.mean
}

export function otieSvg(figure: OtieFigure): string {
  return chartColumn([chartOf(figure, 'harvest'), chartOf(figure, 'recall')])
}

function chartOf(figure: OtieFigure, name: 'harvest' | 'recall'): LineChart {
  const { topics, pages } = figure
  return {
    title: `${TITLES[name]} over a crawl`,
    subtitle: `mean of ${topics.length} topics, bars are standard errors`,
    x: { label: 'pages', scale: 'linear' },
    y: { label: TITLES[name].toLowerCase(), scale: 'linear' },
    series: Object.entries(figure[name]).map(([key, curve]) => ({
      name: key,
      points: curve.map(({ mean, error }, i) => [pages[i]!, mean, error] as const),
    })),
  }
}
