import type { HostId } from '../../core/graph/host-table.ts'
import type { NodeId } from '../../core/graph/node-table.ts'
import type { Choice } from '../../core/rank/strategy.ts'
import type { Page } from '../../core/rank/crawled-nodes.ts'
import type { EstimatorName } from '../../core/rank/names.ts'
import { completePolicy, type Policy } from '../../core/rank/policy.ts'
import { Ranker } from '../../core/rank/ranker.ts'
import type { Ties } from '../../core/rank/ties.ts'
import { quantise } from '../../lib/fixed-point.ts'
import type { Graph } from '../../lib/sparse-graph.ts'
import type { TopicScores } from '../corpus/corpus.ts'
import { Replay } from '../replay.ts'

interface FollowerOptions {
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
  /** The arm that would have chosen, which gets the next page's reward. */
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

/** A page as it is read, and what nobody knew of before. */
interface Discovery {
  page: Page
  /** New nodes in the order of their links, which is the order of their ids. */
  fresh: NodeId[]
}

/**
 * The nodes of a corpus as a crawl comes to know them: ids in order of discovery, scores as a
 * campaign's log would keep them. The same as in a `Replay`, for several rankers at once.
 */
export class KnownPages {
  readonly #graph: Graph
  readonly #scores: TopicScores
  /** The id of each node of the corpus, plus one; 0 while it is unknown. */
  readonly #idOf: Int32Array
  readonly #nodeOf: number[] = []

  constructor(graph: Graph, scores: TopicScores) {
    this.#graph = graph
    this.#scores = scores
    this.#idOf = new Int32Array(graph.nodeCount)
  }

  /** All of them are known before any is read. */
  readSeeds(seeds: ArrayLike<number>): Discovery[] {
    const nodes = Array.from(seeds)
    for (const node of nodes) this.#name(node)
    return nodes.map((node) => this.read(node))
  }

  /** The node must be known. */
  read(node: number): Discovery {
    const { outStart, outTarget } = this.#graph
    const targets: NodeId[] = []
    const linkScores: number[] = []
    const fresh: NodeId[] = []
    for (let edge = outStart[node]!; edge < outStart[node + 1]!; edge++) {
      const target = outTarget[edge]!
      if (this.#idOf[target] === 0) fresh.push(this.#name(target))
      targets.push(this.#id(target))
      linkScores.push(quantise(this.#scores.alpha[edge]!))
    }
    const id = this.#id(node)
    return { page: { node: id, score: this.score(id), links: { targets, linkScores } }, fresh }
  }

  /** β. */
  readonly score = (id: NodeId): number => quantise(this.#scores.beta[this.#nodeOf[id]!]!)

  #id(node: number): NodeId {
    return (this.#idOf[node]! - 1) as NodeId
  }

  #name(node: number): NodeId {
    this.#nodeOf.push(node)
    this.#idOf[node] = this.#nodeOf.length
    return this.#id(node)
  }
}

export interface OraclePathOptions {
  graph: Graph
  scores: TopicScores
  seeds: ArrayLike<number>
  ties: Ties
  randomSeed: number
  steps: number
}

/** The nodes of the corpus a crawler takes that knows every score, in order. */
export function oraclePath(options: OraclePathOptions): Uint32Array {
  const replay = new Replay({ ...options, policy: completePolicy({ name: 'oracle' }) })
  const path = new Uint32Array(options.steps)
  let length = 0
  for (const { node } of replay.steps()) path[length++] = node
  return path.slice(0, length)
}
