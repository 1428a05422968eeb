import type { Crawl, Dataset, LabContext } from './experiment.ts'
import { datasetScore, globalScore, normalise, type PolicyScores } from './global-score.ts'
import { isFeasible, WHY_LEFT_OUT, type PlannedPolicy } from './planned-policies.ts'
import { MeanStepTimes } from './mean-step-times.ts'

/** What the policies found, by the protocol of Gouriten et al. 2014, sections 5 and 6. */
export interface Comparison {
  global: PolicyScores
  /** Shares of what the baseline found, by the name of the dataset. */
  datasets: ReadonlyMap<string, PolicyScores>
  /** What was found. */
  scores: ReadonlyMap<string, PolicyScores>
  microsecondsPerStep: ReadonlyMap<string, number>
}

/** All policies from the same seed sets; the baseline is the first. */
export async function comparePolicies(
  context: LabContext,
  planned: readonly PlannedPolicy[],
): Promise<Comparison> {
  const { scores, microsecondsPerStep } = await scorePolicies(context, planned)
  const datasets = normaliseAll(scores, planned[0]!.key, context)
  return { global: globalScore([...datasets.values()]), datasets, scores, microsecondsPerStep }
}

/** What all of them find from the same seed sets. */
export async function scorePolicies(
  context: LabContext,
  planned: readonly PlannedPolicy[],
): Promise<Pick<Comparison, 'scores' | 'microsecondsPerStep'>> {
  const scores = new Map<string, PolicyScores>()
  const times = new MeanStepTimes()
  for await (const dataset of context.datasets()) {
    const policies = planned.filter((its) => isFeasible(its, dataset, lastStep(context)))
    const crawls = await replayAll(context, dataset, policies)
    for (const [key, its] of crawls) times.add(key, its)
    scores.set(dataset.name, scoresOf(crawls, context))
    noteShort(dataset, crawls, context)
  }
  noteMissing(planned, scores, context)
  return { scores, microsecondsPerStep: times.perStep() }
}

type Crawls = ReadonlyMap<string, readonly Crawl[]>

async function replayAll(
  context: LabContext,
  dataset: Dataset,
  planned: readonly PlannedPolicy[],
): Promise<Crawls> {
  const policies = planned.map(({ policy }) => policy)
  const crawls = await context.replay(dataset, policies, context.options.steps)
  return new Map(planned.map(({ key }, at) => [key, crawls[at]!]))
}

function scoresOf(crawls: Crawls, { options }: LabContext): PolicyScores {
  return new Map([...crawls].map(([key, its]) => [key, datasetScore(its, options.steps)]))
}

function normaliseAll(
  scores: ReadonlyMap<string, PolicyScores>,
  baseline: string,
  { options, note }: LabContext,
): Map<string, PolicyScores> {
  const normalised = new Map<string, PolicyScores>()
  for (const [name, its] of scores) {
    const best = its.get(baseline)!
    if (best.get(options.steps[0]!)! > 0) normalised.set(name, normalise(its, best))
    else note(`${name} is left out of the shares: even ${baseline} finds nothing there`)
  }
  return normalised
}

function noteMissing(
  planned: readonly PlannedPolicy[],
  scores: ReadonlyMap<string, PolicyScores>,
  { note }: LabContext,
): void {
  for (const { key } of planned) {
    const missing = [...scores].filter(([, its]) => !its.has(key)).map(([name]) => name)
    if (missing.length > 0) note(`${key} is left out of ${missing.join(', ')}: ${WHY_LEFT_OUT}`)
  }
}

/** Where nothing is left, all policies end alike: not their merit. */
function noteShort({ name }: Dataset, crawls: Crawls, context: LabContext): void {
  const made = [...crawls.values()].flatMap((its) => its.map(({ stepsMade }) => stepsMade))
  const least = Math.min(...made)
  if (least >= lastStep(context)) return
  context.note(`${name}: a frontier was empty after ${least} steps, and the score stays flat`)
}

function lastStep({ options }: LabContext): number {
  return options.steps.at(-1)!
}
