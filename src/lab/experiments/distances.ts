import { draw } from '../../lib/draw.ts'
import type { Policy } from '../../core/rank/policy.ts'
import { Follower } from './follower.ts'
import { KnownPages } from './known-pages.ts'
import { oraclePath, type OraclePathOptions } from './oracle-path.ts'

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
