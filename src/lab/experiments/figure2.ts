import { datasetsCaption } from '../datasets.ts'
import type { Experiment } from '../experiment.ts'
import { formatTable, writeWhole } from '../output.ts'
import { lineChart } from '../plot/line-chart.ts'
import { planPolicies } from '../policies.ts'
import {
  type Distances,
  meanDistances,
  measureDistances,
  windowEnds,
  windowLength,
  WORTHLESS,
} from './distances.ts'

/** What is drawn. */
export interface Figure2 {
  caption: string
  window: number
  /** The last step of each window. */
  steps: number[]
  distances: Distances
}

const MEAN_RULE = 'means over seed sets, then over datasets; the paper prints no values for these'
const STUCK_RULE =
  "a worthless favourite of an estimator stays its favourite until the oracle's crawl comes to " +
  `it, so curves tend to meet "${WORTHLESS}", the distance of a choice worth nothing`

/** Gouriten et al. 2014, Figure 2: how far estimators are from the best choice. */
export const figure2: Experiment = {
  name: 'figure2',
  summary: "precision: how much better the oracle's choice is than an estimator's, along its crawl",
  takes: ['steps', 'policies', 'svg'],
  defaults: { steps: [10_000], policies: ['fl_deg', 'fl_n', 'fl_e', 'fl_ne', 'lr_fl'] },
  async run(context) {
    const { options } = context
    const last = options.steps.at(-1)!
    const planned = planPolicies(options.policies)
    const datasets = new Map<string, Distances>()
    for await (const dataset of context.datasets()) {
      const tell = (set: number, step: number) => {
        const label = `${dataset.name}, seed set ${set + 1} of ${dataset.seedSets.length}`
        if (step % 100 === 0) context.progress(label, step, last)
      }
      datasets.set(dataset.name, measureDistances(dataset, planned, options, tell))
    }
    const figure: Figure2 = {
      caption: datasetsCaption({ datasets }, options),
      window: windowLength(last),
      steps: windowEnds(last),
      distances: meanDistances([...datasets.values()]),
    }
    context.print(figure2Table(figure))
    for (const rule of [MEAN_RULE, STUCK_RULE]) context.note(rule)
    if (options.svg !== undefined) writeWhole(options.svg, figure2Svg(figure))
    return { figure, datasets: Object.fromEntries(datasets) }
  },
}

export function figure2Svg({ caption, window, steps, distances }: Figure2): string {
  return lineChart({
    title: `Distance to the oracle's choice, mean of ${window} steps`,
    subtitle: caption,
    x: { label: "steps of the oracle's crawl", scale: 'linear' },
    y: { label: 'score of its choice less that of the estimator', scale: 'linear' },
    series: Object.entries(distances).map(([name, means]) => ({
      name,
      points: means.map((mean, i) => [steps[i]!, mean] as const),
      isReference: name === WORTHLESS,
    })),
  })
}

function figure2Table({ window, steps, distances }: Figure2): string {
  const policies = Object.entries(distances)
  const header = [`${window} steps to`, ...policies.map(([name]) => name)]
  const rows = steps.map((step, i) => [
    String(step),
    ...policies.map(([, means]) => means[i]?.toFixed(3) ?? '-'),
  ])
  return formatTable([header, ...rows])
}
