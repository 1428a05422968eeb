import { referenceEstimates, type Estimator, type EstimatorName } from './estimates.ts'
import type { ReferenceGraph } from './known.ts'

/** The nodes crawled after the seeds; fewer than `steps` when the frontier runs empty (A2). */
export function greedyCrawl(
  name: EstimatorName,
  graph: ReferenceGraph,
  seeds: readonly number[],
  steps: number,
): number[] {
  return greedyCrawlBy((known) => referenceEstimates(name, known), graph, seeds, steps)
}

export function greedyCrawlBy(
  estimator: Estimator,
  graph: ReferenceGraph,
  seeds: readonly number[],
  steps: number,
): number[] {
  const crawled: number[] = []
  while (crawled.length < steps) {
    const node = bestOf(estimator({ graph, seeds, crawled }))
    if (node === undefined) break
    crawled.push(node)
  }
  return crawled
}

/** Estimates come in discovery order, so the first of the highest is the oldest (A1). */
export function bestOf(estimates: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined
  let highest = -Infinity
  for (const [node, estimate] of estimates) {
    if (estimate <= highest) continue
    best = node
    highest = estimate
  }
  return best
}
