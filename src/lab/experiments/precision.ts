import type { Policy } from '../../core/rank/policy.ts'
import { draw } from '../../lib/draw.ts'
import type { Dataset, LabOptions } from '../experiment.ts'
import type { PlannedPolicy } from '../planned-policies.ts'
import { eachDistance } from './distances.ts'
import { windowEnds, windowLength, WindowMeans } from './window-means.ts'

/** By policy, a mean for each window of steps; null where no crawl came so far. */
export type Distances = Record<string, (number | null)[]>

/** Beside the policies: a choice worth nothing. No curve can be above it. */
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

/** Over the datasets whose crawl came so far. */
export function meanDistances(datasets: readonly Distances[]): Distances {
  const mean = (key: string, window: number) => {
    const values = datasets.map((its) => its[key]![window]!).filter((value) => value !== null)
    const sum = values.reduce((total, value) => total + value, 0)
    return values.length === 0 ? null : sum / values.length
  }
  const first = Object.entries(datasets[0] ?? {})
  return Object.fromEntries(first.map(([key, means]) => [key, means.map((_, i) => mean(key, i))]))
}
