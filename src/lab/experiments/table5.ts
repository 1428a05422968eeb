import { draw } from '../../lib/draw.ts'
import type { Dataset, Experiment, LabContext } from '../experiment.ts'
import { plain } from '../plain.ts'
import { planPolicies, type PlannedPolicy } from '../planned-policies.ts'
import { oraclePath } from './oracle-path.ts'
import { PAPER_STEPS } from './paper-scores.ts'
import { formatTimes, PAPER_TIMES, type PolicyTimings } from './running-times.ts'
import { timeSteps, type TimedCrawl, type Timing } from './timed-steps.ts'

/** Some 10,000 nodes is what `nr` is for; the paper stopped at 1,000. */
const NR_MOST_STEPS = 10_000
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
  const few = steps.filter((step) => step <= NR_MOST_STEPS)
  if (!arms.includes('nr') || few.length === steps.length) return steps
  context.note(`${key} is not measured beyond ${NR_MOST_STEPS} steps: it computes every rank anew`)
  return few
}
