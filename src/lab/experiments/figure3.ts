import { comparePolicies, type PolicyScores } from '../compare-policies.ts'
import { datasetsCaption } from '../datasets.ts'
import type { Experiment } from '../experiment.ts'
import { plainFields, writeWhole } from '../output.ts'
import { type ChartSeries, lineChart } from '../plot/line-chart.ts'
import { planPolicies } from '../policies.ts'
import { besidePaper, PAPER_OVERALL, PAPER_STEPS } from './paper-scores.ts'

/** What is drawn. */
export interface Figure3 {
  caption: string
  /** One curve a policy: its global score at each step. */
  curves: ChartSeries[]
}

const BASELINE = 'oracle'
const POLICIES = ['bfs', 'opic', 'fl_n', 'fl_e', 'fl_ne', 'lr_fl', 'mab_epsilon', 'mab_var']

/** Gouriten et al. 2014, Figure 3: how the policies compare as a crawl goes on. */
export const figure3: Experiment = {
  name: 'figure3',
  summary: 'curves of the cumulative score over the steps, as a share of the oracle',
  takes: ['steps', 'policies', 'svg'],
  defaults: { steps: PAPER_STEPS, policies: POLICIES },
  async run(context) {
    const { options } = context
    const steps = curveSteps(options.steps)
    const planned = planPolicies([BASELINE, ...options.policies])
    const comparison = await comparePolicies(
      { ...context, options: { ...options, steps } },
      planned,
    )
    const caption = datasetsCaption(comparison, options)
    const figure: Figure3 = { caption, curves: curvesOf(comparison.global) }
    context.print(figure3Table(comparison.global, options.steps))
    context.note("the paper's figures are those of its Table 7; its curves have no printed values")
    if (options.svg !== undefined) writeWhole(options.svg, figure3Svg(figure))
    return { figure, ...plainFields(comparison) }
  },
}

export function figure3Svg({ caption, curves }: Figure3): string {
  return lineChart({
    title: 'Cumulative score, as a share of what the oracle finds',
    subtitle: caption,
    x: { label: 'steps', scale: 'log' },
    y: { label: 'global score', scale: 'linear' },
    series: curves,
  })
}

function figure3Table(global: PolicyScores, steps: readonly number[]): string {
  const keys = [...global.keys()].filter((key) => key !== BASELINE)
  const paper = Object.fromEntries(keys.map((key) => [key, PAPER_OVERALL[key] ?? []]))
  return besidePaper({ ours: global, paper, steps, title: 'policy', digits: 3 })
}

/** The baseline would be a line at 1. */
function curvesOf(global: PolicyScores): ChartSeries[] {
  return [...global]
    .filter(([key]) => key !== BASELINE)
    .map(([name, shares]) => ({ name, points: [...shares] }))
}

/** Enough for a smooth line on a logarithmic axis. */
const PER_DECADE = 8
/** The first step of a curve; earlier scores depend on a few pages. */
const FIRST = 10

/** Steps equally far apart on a logarithmic axis up to the last of those given, and those given. */
export function curveSteps(given: readonly number[]): number[] {
  const last = given.at(-1) ?? 0
  const steps = new Set(given)
  for (let i = 0; ; i++) {
    const step = Math.round(FIRST * 10 ** (i / PER_DECADE))
    if (step > last) return [...steps].toSorted((a, b) => a - b)
    steps.add(step)
  }
}
