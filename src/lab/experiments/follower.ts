import type { HostId } from '../../core/graph/host-table.ts'
import type { NodeId } from '../../core/graph/node-table.ts'
import type { Choice } from '../../core/rank/choice.ts'
import type { EstimatorName } from '../../core/rank/names.ts'
import type { Policy } from '../../core/rank/policy.ts'
import { Ranker } from '../../core/rank/ranker.ts'
import type { Ties } from '../../core/rank/ties.ts'
import type { Discovery } from './known-pages.ts'

export interface FollowerOptions {
  policy: Policy
  ties: Ties
  randomSeed: number
  budget: number
  scoreOf: (node: NodeId) => number
}

/**
 * A ranker that is led along a crawl it does not choose: it says what it would take, and is given
 * something else.
 */
export class Follower {
  readonly ranker: Ranker
  /** Who is paid for the next page: the arm that would have chosen. */
  #arm: EstimatorName

  constructor(options: FollowerOptions, seeds: readonly Discovery[]) {
    this.ranker = new Ranker({
      ...options,
      budget: () => options.budget,
      clock: { hostOf: () => 0 as HostId, freeAt: () => 0 },
    })
    this.#arm = options.policy.arms[0]!
    for (const { fresh } of seeds) this.#meet(fresh)
    this.ranker.start(seeds.map(({ page }) => page))
  }

  /** What it would take now; undefined when nothing is left. Once a page at the most. */
  choose(): Choice | undefined {
    this.ranker.frontier.openHosts(0)
    this.ranker.prepare()
    const choice = this.ranker.choose()
    if (choice !== undefined) this.#arm = choice.arm
    return choice
  }

  /** What it is given, from its frontier. */
  fold({ page, fresh }: Discovery): void {
    this.ranker.take({
      node: page.node,
      arm: this.#arm,
      motive: 'only',
      pick: 'best',
      batch: [],
    })
    this.#meet(fresh)
    this.ranker.crawled(page)
    this.ranker.selector.reward(this.#arm, page.score)
  }

  #meet(fresh: readonly NodeId[]): void {
    for (const node of fresh) this.ranker.add(node, false)
  }
}
