import type { Arm } from '../../../src/core/rank/names.ts'
import type { DrivenCrawl } from './driven-crawl.ts'
import {
  ESTIMATOR_NAMES,
  referenceEstimates,
  SUMS,
  type EstimatorName,
} from './reference/estimates.ts'
import { bestOf } from './reference/greedy-crawl.ts'
import type { Known } from './reference/known.ts'
import { log1p } from '../../../src/lib/logarithm.ts'

/**
 * How far from the reference an estimate may be, relative to the larger of it and 1. Scores of
 * random graphs are multiples of 1/4096, of which sums and sums of products are exact; the others
 * divide, or solve, in another order than the reference.
 */
export function toleranceOf(name: EstimatorName): number {
  return name === 'nr' ||
    name === 'opic' ||
    name === 'otie' ||
    name === 'link_context' ||
    name.startsWith('lr_')
    ? 1e-9
    : 0
}

/** The reference's estimates as the product states them: sums are smoothed. */
export function expectedEstimates(name: EstimatorName, known: Known): Map<number, number> {
  const estimates = referenceEstimates(name, known)
  if (!(name in SUMS)) return estimates
  return new Map([...estimates].map(([node, sum]) => [node, log1p(sum)]))
}

interface Difference {
  node: number
  estimate: number | undefined
  expected: number | undefined
}

/** Where ranker and reference disagree: on an estimate, or on what is in the frontier. */
export function differences(crawl: DrivenCrawl, arm: Arm = crawl.ranker.arms[0]!): Difference[] {
  const name = ESTIMATOR_NAMES.find((one) => one === arm.name)!
  const estimates = crawl.estimates(arm)
  const expected = expectedEstimates(name, crawl.known)
  const nodes = new Set([...estimates.keys(), ...expected.keys()])
  const tolerance = toleranceOf(name)
  return [...nodes]
    .map((node) => ({ node, estimate: estimates.get(node), expected: expected.get(node) }))
    .filter(({ estimate, expected: wanted }) => !isClose(estimate, wanted, tolerance))
}

/** Whether a node is the first of the highest; with a tolerance, whether it might be. */
export function isBest(
  node: number,
  estimates: ReadonlyMap<number, number>,
  tolerance: number,
): boolean {
  const best = bestOf(estimates)
  if (best === node || tolerance === 0) return best === node
  return isClose(estimates.get(node), estimates.get(best!), tolerance)
}

function isClose(a: number | undefined, b: number | undefined, tolerance: number): boolean {
  if (a === undefined || b === undefined) return false
  return Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b))
}
