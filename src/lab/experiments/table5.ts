import { draw } from '../../lib/draw.ts'
import type { Dataset, Experiment, LabContext } from '../experiment.ts'
import { formatTable, plain } from '../output.ts'
import { type PlannedPolicy, planPolicies } from '../policies.ts'
import { oraclePath } from './follower.ts'
import { PAPER_STEPS } from './paper-scores.ts'
import { type TimedCrawl, timeSteps, type Timing } from './timed-steps.ts'

/** Timings by policy and step. */
type PolicyTimings = ReadonlyMap<string, ReadonlyMap<number, Timing>>

interface PaperTimes {
  /** The encyclopedia: 2.2 million nodes, 35.6 million edges. */
  france: readonly (number | undefined)[]
  /** The accounts: 16.9 million nodes, 78 million edges. */
  happy: readonly (number | undefined)[]
}

/** Gouriten et al. 2014, Table 5: C++ on an i7-3820, for each of `PAPER_STEPS`. */
const PAPER_TIMES: Record<string, PaperTimes> = {
  nr: { france: [2832.1, 19_720.5], happy: [45_965.7, 105_209.3] },
  opic: { france: [1.9, 2.5, 4.6, 4.7], happy: [1.8, 1.6, 1.9, 2.5] },
  fl_ne: { france: [0.2, 0.1, 0.1, 0.1], happy: [0.3, 0.1, 0.2, 2.1] },
  lr_fl: { france: [0.2, 0.2, 0.1, 0.1], happy: [0.5, 0.1, 0.2, 2.1] },
  mab_var: { france: [0.6, 0.3, 0.2, 0.2], happy: [1.1, 0.3, 0.5, 3.9] },
  sl_ne: { france: [8.5, 27.1, 2, 6.1], happy: [111.1, 24.5, 63.3, 240.5] },
  lr_sl: { france: [8.5, 27.2, 2, 6.1], happy: [111.4, 24.5, 63.3, 241] },
}

/** Some 10,000 nodes is what `nr` is for; the paper stopped at 1,000. */
const NR_MAX_STEPS = 10_000
/** So that code is compiled before it is measured, as the paper's was. */
const WARM_UP_STEPS = 1_000

const METHOD =
  "each policy's ranker is led along the oracle's crawl of the first seed set; a time is the " +
  'median of the last 100 estimations up to the step (page folded in, estimates refreshed, next ' +
  'node chosen), of the last 3 for nr, averaged over datasets; for each page a bandit pays the ' +
  'arm it would have played; one thread, after an unmeasured run of 1000 steps'

/** Gouriten et al. 2014, Table 5: the time of one estimation. */
export const table5: Experiment = {
  name: 'table5',
  summary: "milliseconds for one estimation, along the oracle's crawl, the paper's C++ beside",
  takes: ['steps', 'policies'],
  defaults: { steps: PAPER_STEPS, policies: Object.keys(PAPER_TIMES), seedSets: 1 },
  async run(context) {
    const planned = planPolicies(context.options.policies)
    const datasets = new Map<string, PolicyTimings>()
    for await (const dataset of context.datasets()) {
      datasets.set(dataset.name, timeDataset(context, dataset, planned))
    }
    context.print(formatTimes([...datasets.values()], context.options.steps))
    context.note(METHOD)
    return { paper: { steps: PAPER_STEPS, ms: PAPER_TIMES }, datasets: plain(datasets) }
  },
}

function timeDataset(
  context: LabContext,
  dataset: Dataset,
  planned: readonly PlannedPolicy[],
): PolicyTimings {
  const { ties, seed, steps } = context.options
  const { graph, scores, seedSets } = dataset
  const about = { graph, scores, seeds: seedSets[0]!, ties, randomSeed: draw(seed, 0) }
  const path = oraclePath({ ...about, steps: steps.at(-1)! })
  if (path.length < steps.at(-1)!) {
    context.note(`${dataset.name}: nothing was left after ${path.length} steps`)
  }
  return new Map(
    planned.map(({ key, policy }) => {
      const crawl = { ...about, path, policy, steps: feasible(context, key, policy.arms) }
      return [key, timePolicy(context, `${key} on ${dataset.name}`, crawl)]
    }),
  )
}

function timePolicy(context: LabContext, label: string, crawl: TimedCrawl): Map<number, Timing> {
  timeSteps({ ...crawl, steps: [Math.min(WARM_UP_STEPS, crawl.path.length)] }, () => {})
  const total = Math.min(crawl.steps.at(-1) ?? 0, crawl.path.length)
  return timeSteps(crawl, (step) => {
    if (step % 100 === 0) context.progress(label, step, total)
  })
}

function feasible(context: LabContext, key: string, arms: readonly string[]): readonly number[] {
  const { steps } = context.options
  const few = steps.filter((step) => step <= NR_MAX_STEPS)
  if (!arms.includes('nr') || few.length === steps.length) return steps
  context.note(`${key} is not measured beyond ${NR_MAX_STEPS} steps: it computes every rank anew`)
  return few
}

/** Milliseconds, ours as means over datasets of medians; and how many nodes were in the frontier. */
function formatTimes(datasets: readonly PolicyTimings[], steps: readonly number[]): string {
  const keys = [...new Set(datasets.flatMap((dataset) => [...dataset.keys()]))]
  const timings = (key: string, step: number) =>
    datasets.map((dataset) => dataset.get(key)?.get(step)).filter((timing) => timing !== undefined)
  const row = (key: string) =>
    steps.flatMap((step) => [
      ours(timings(key, step).map(({ medianMs }) => medianMs)),
      ...printed(key, step),
    ])
  const sizes = steps.flatMap((step) => {
    const found = keys.flatMap((key) => timings(key, step)).map(({ frontier }) => frontier)
    return [mean(found)?.toFixed(0) ?? '-', ...printed('', step)]
  })
  const header = steps.flatMap((step) => [
    String(step),
    ...(PAPER_STEPS.includes(step) ? ['FRANCE', 'HAPPY'] : []),
  ])
  return formatTable([
    ['ms', ...header],
    ...keys.map((key) => [key, ...row(key)]),
    ['nodes in the frontier', ...sizes],
  ])
}

function printed(key: string, step: number): string[] {
  const at = PAPER_STEPS.indexOf(step)
  if (at < 0) return []
  const times = PAPER_TIMES[key]
  return [times?.france[at], times?.happy[at]].map((ms) => ms?.toFixed(1) ?? '-')
}

function ours(times: readonly number[]): string {
  return mean(times)?.toFixed(3) ?? '-'
}

function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
