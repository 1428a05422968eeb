import type { Crawl } from './experiment.ts'

/** A number for each step. */
export type StepScores = ReadonlyMap<number, number>
/** By the key of the policy. */
export type PolicyScores = ReadonlyMap<string, StepScores>

/** The mean over seed sets of what the crawls found, by step. */
export function datasetScore(crawls: readonly Crawl[], steps: readonly number[]): StepScores {
  return new Map(
    steps.map((step, at) => {
      const sum = crawls.reduce((total, { scores }) => total + scores[at]!, 0)
      return [step, sum / crawls.length]
    }),
  )
}

/** As shares of what the baseline found; it must have found something. */
export function normalise(scores: PolicyScores, baseline: StepScores): PolicyScores {
  const share = ([step, score]: [number, number]) => [step, score / baseline.get(step)!] as const
  return new Map([...scores].map(([key, steps]) => [key, new Map([...steps].map(share))]))
}

/** The geometric mean over datasets, of the policies that ran on every one. */
export function globalScore(datasets: readonly PolicyScores[]): PolicyScores {
  const [first, ...others] = datasets
  const everywhere = [...(first ?? [])].filter(([key]) => others.every((other) => other.has(key)))
  return new Map(
    everywhere.map(([key, steps]) => {
      const mean = (step: number) => geometricMean(datasets.map((its) => its.get(key)!.get(step)!))
      return [key, new Map([...steps.keys()].map((step) => [step, mean(step)]))]
    }),
  )
}

/** By logarithms, as a product of many small numbers would vanish. */
function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}
