import type { Policy } from '../../core/rank/policy.ts'
import { draw } from '../../lib/draw.ts'
import type { Dataset, LabOptions } from '../experiment.ts'
import type { PlannedPolicy } from '../policies.ts'
import { Follower, KnownPages, oraclePath, type OraclePathOptions } from './follower.ts'

/** Mean distances by policy, one for each window of steps; null where no crawl came so far. */
export type Distances = Record<string, (number | null)[]>

/** The name of the curve of a choice worth nothing, which no other can exceed. */
export const WORTHLESS = 'score 0'

/** The mean distances to the oracle's choices, over seed sets. */
export function measureDistances(
  { graph, scores, seedSets }: Dataset,
  planned: readonly PlannedPolicy[],
  { ties, seed, steps: given }: LabOptions,
  tell: (seedSet: number, step: number) => void,
): Distances {
  const steps = given.at(-1)!
  const keys = [...planned.map(({ key }) => key), WORTHLESS]
  const policies: Policy[] = planned.map(({ policy }) => policy)
  const windows = new WindowMeans(keys.length, windowEnds(steps).length, windowLength(steps))
  for (const [set, seeds] of seedSets.entries()) {
    const crawl = { graph, scores, seeds, ties, randomSeed: draw(seed, set), steps }
    eachDistance(crawl, policies, (step, distances) => {
      windows.add(step, distances)
      tell(set, step)
    })
  }
  return Object.fromEntries(keys.map((key, i) => [key, windows.means(i)]))
}

/** Averages distances over the datasets whose crawl came so far. */
export function meanDistances(datasets: readonly Distances[]): Distances {
  const mean = (key: string, window: number) => {
    const values = datasets.map((its) => its[key]![window]!).filter((value) => value !== null)
    const sum = values.reduce((total, value) => total + value, 0)
    return values.length === 0 ? null : sum / values.length
  }
  const first = Object.entries(datasets[0] ?? {})
  return Object.fromEntries(first.map(([key, means]) => [key, means.map((_, i) => mean(key, i))]))
}

/**
 * Replays the oracle's crawl and calls `tell` at each step with how far each policy's choice falls
 * short of the oracle's, β(oracle's top) - β(policy's top), in the order of the policies, and last
 * with how far a choice worth nothing does.
 */
export function eachDistance(
  options: OraclePathOptions,
  policies: readonly Policy[],
  tell: (step: number, distances: readonly number[]) => void,
): void {
  const path = oraclePath(options)
  const pages = new KnownPages(options.graph, options.scores)
  const seeds = pages.readSeeds(options.seeds)
  const followers = policies.map((policy, i) => {
    const randomSeed = draw(options.randomSeed, i)
    const about = { policy, ties: options.ties, randomSeed, budget: options.steps }
    return new Follower({ ...about, scoreOf: pages.score }, seeds)
  })
  for (const [at, node] of path.entries()) {
    const choices = followers.map((follower) => follower.choose()!.node)
    const discovery = pages.read(node)
    const { score } = discovery.page
    tell(at + 1, [...choices.map((choice) => score - pages.score(choice)), score])
    for (const follower of followers) follower.fold(discovery)
  }
}

/** The paper's window. */
const MAX_WINDOW_STEPS = 1_000
/** A shorter crawl has shorter windows, so that there is still a curve to see. */
const MIN_WINDOWS = 10

export function windowLength(steps: number): number {
  return Math.max(1, Math.min(MAX_WINDOW_STEPS, Math.floor(steps / MIN_WINDOWS)))
}

/** The last step of each window. */
export function windowEnds(steps: number): number[] {
  const length = windowLength(steps)
  return Array.from({ length: Math.floor(steps / length) }, (_, i) => (i + 1) * length)
}

/** Means of several quantities over windows of steps, from step 1 on, over any number of crawls. */
export class WindowMeans {
  readonly #length: number
  readonly #sums: Float64Array[]
  readonly #counts: Float64Array

  constructor(quantities: number, windows: number, length: number) {
    this.#length = length
    this.#sums = Array.from({ length: quantities }, () => new Float64Array(windows))
    this.#counts = new Float64Array(windows)
  }

  /** Steps after the last window, which would be cut short, are passed over. */
  add(step: number, values: readonly number[]): void {
    const window = Math.floor((step - 1) / this.#length)
    if (window >= this.#counts.length) return
    this.#counts[window]!++
    for (const [i, value] of values.entries()) this.#sums[i]![window]! += value
  }

  /** Null where no crawl came so far. */
  means(quantity: number): (number | null)[] {
    return Array.from(this.#sums[quantity]!, (sum, window) =>
      this.#counts[window] === 0 ? null : sum / this.#counts[window]!,
    )
  }
}
