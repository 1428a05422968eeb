import type { Game } from './bandits.ts'
import { referenceEstimates, type EstimatorName } from './estimates.ts'
import { bestOf } from './greedy-crawl.ts'
import { betaOf, frontierOf, type Known } from './known.ts'

/** A9, in the order that breaks ties between arms. */
const ARMS: readonly EstimatorName[] = ['fl_deg', 'fl_n', 'fl_e', 'fl_ne', 'lr_fl']

export type Randomness = Pick<Game, 'uniform' | 'chance'>

/**
 * The nodes a bandit crawls after those of `start`: its arms share one graph, and each arm learns
 * from every crawl.
 */
export function banditCrawl(
  bandit: (game: Game) => number[],
  start: Known,
  steps: number,
  randomness: Randomness,
): number[] {
  const crawled = [...start.crawled]
  const reward = (_: number, arm: number) => {
    const node = bestOf(referenceEstimates(ARMS[arm]!, { ...start, crawled }))!
    crawled.push(node)
    return betaOf(start.graph, node)
  }
  bandit({ arms: ARMS.length, steps: Math.min(steps, withinReach(start)), reward, ...randomness })
  return crawled.slice(start.crawled.length)
}

/** How many nodes can be crawled before the frontier runs empty (A2). */
function withinReach(start: Known): number {
  const crawled = [...start.crawled]
  for (;;) {
    const frontier = frontierOf({ ...start, crawled })
    if (frontier.length === 0) return crawled.length - start.crawled.length
    crawled.push(...frontier)
  }
}
