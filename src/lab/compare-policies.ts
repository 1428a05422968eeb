import type { Crawl, Dataset, LabContext } from './experiment.ts'
import { isFeasible, type PlannedPolicy, WHY_LEFT_OUT } from './policies.ts'

/** What the policies found, by the protocol of Gouriten et al. 2014, sections 5 and 6. */
export interface Comparison {
  global: PolicyScores
  /** Shares of what the baseline found, by the name of the dataset. */
  datasets: ReadonlyMap<string, PolicyScores>
  /** What was found. */
  scores: ReadonlyMap<string, PolicyScores>
  microsecondsPerStep: ReadonlyMap<string, number>
}

/** Compares policies from the same seed sets; the first is the baseline. */
export async function comparePolicies(
  context: LabContext,
  planned: readonly PlannedPolicy[],
): Promise<Comparison> {
  const { scores, microsecondsPerStep } = await scorePolicies(context, planned)
  const datasets = normaliseAll(scores, planned[0]!.key, context)
  return { global: globalScore([...datasets.values()]), datasets, scores, microsecondsPerStep }
}

/** Scores policies from the same seed sets. */
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

/** Notes an empty frontier: all policies end alike there, which is no merit of theirs. */
function noteShort({ name }: Dataset, crawls: Crawls, context: LabContext): void {
  const made = [...crawls.values()].flatMap((its) => its.map(({ stepsMade }) => stepsMade))
  const least = Math.min(...made)
  if (least >= lastStep(context)) return
  context.note(`${name}: a frontier was empty after ${least} steps, and the score stays flat`)
}

function lastStep({ options }: LabContext): number {
  return options.steps.at(-1)!
}

/** A number for each step. */
export type StepScores = ReadonlyMap<number, number>
/** Scores by the key of the policy. */
export type PolicyScores = ReadonlyMap<string, StepScores>

/** The mean over seed sets of what the crawls found, by step. */
function datasetScore(crawls: readonly Crawl[], steps: readonly number[]): StepScores {
  return new Map(
    steps.map((step, at) => {
      const sum = crawls.reduce((total, { scores }) => total + scores[at]!, 0)
      return [step, sum / crawls.length]
    }),
  )
}

/** Divides scores by the baseline's, which must not be 0. */
export function normalise(scores: PolicyScores, baseline: StepScores): PolicyScores {
  const share = ([step, score]: [number, number]) => [step, score / baseline.get(step)!] as const
  return new Map([...scores].map(([key, steps]) => [key, new Map([...steps].map(share))]))
}

/** The geometric mean over datasets, of the policies that ran on every one. */
function globalScore(datasets: readonly PolicyScores[]): PolicyScores {
  const [first, ...others] = datasets
  const everywhere = [...(first ?? [])].filter(([key]) => others.every((other) => other.has(key)))
  return new Map(
    everywhere.map(([key, steps]) => {
      const mean = (step: number) => geometricMean(datasets.map((its) => its.get(key)!.get(step)!))
      return [key, new Map([...steps.keys()].map((step) => [step, mean(step)]))]
    }),
  )
}

/** Adds logarithms, as a product of many small numbers would underflow. */
function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}

/** How long the steps of each policy took. */
class MeanStepTimes {
  readonly #sums = new Map<string, { milliseconds: number; steps: number }>()

  add(key: string, crawls: readonly Crawl[]): void {
    const sum = this.#sums.get(key) ?? { milliseconds: 0, steps: 0 }
    for (const { milliseconds, stepsMade } of crawls) {
      sum.milliseconds += milliseconds
      sum.steps += stepsMade
    }
    this.#sums.set(key, sum)
  }

  /** The mean, in microseconds. */
  perStep(): Map<string, number> {
    const means = [...this.#sums].map(([key, { milliseconds, steps }]): [string, number] => [
      key,
      steps === 0 ? 0 : (1_000 * milliseconds) / steps,
    ])
    return new Map(means)
  }
}
