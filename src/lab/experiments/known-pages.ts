import type { NodeId } from '../../core/graph/node-table.ts'
import type { Page } from '../../core/rank/estimator.ts'
import { quantise } from '../../lib/fixed-point.ts'
import type { Graph, TopicScores } from '../corpus/graph.ts'

/** A page as it is read, and what nobody knew of before. */
export interface Discovery {
  page: Page
  /** In the order of their links, which is the order of their ids. */
  fresh: NodeId[]
}

/**
 * The nodes of a corpus as a crawl comes to know them: ids in order of discovery, scores as a
 * campaign's log would keep them. The same as in a `Replay`, for several rankers at once.
 */
export class KnownPages {
  readonly #graph: Graph
  readonly #scores: TopicScores
  /** From a node of the corpus to its id plus one. */
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
