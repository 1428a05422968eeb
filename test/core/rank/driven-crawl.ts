import type { HostId } from '../../../src/core/graph/host-table.ts'
import type { Links } from '../../../src/core/graph/known-links.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import type { Choice } from '../../../src/core/rank/strategy.ts'
import type { Page } from '../../../src/core/rank/crawled-nodes.ts'
import type { Estimator } from '../../../src/core/rank/estimator.ts'
import { completePolicy, type PolicyOptions } from '../../../src/core/rank/policy.ts'
import { Ranker } from '../../../src/core/rank/ranker.ts'
import type { Ties } from '../../../src/core/rank/ties.ts'
import { betaOf, linksOf, type Known } from './reference/known.ts'

interface CrawlOptions {
  ties: Ties
  randomSeed: number
  budget: number
  /** Nodes are dealt to so many hosts, all of them always open. */
  hosts: number
}

const DEFAULTS: CrawlOptions = { ties: 'fifo', randomSeed: 1, budget: 1000, hosts: 1 }

/**
 * The product's ranker on a graph of the reference. Nodes have the reference's numbers here and the
 * ranker's own ids, which are given in order of discovery, inside. Scores are not rounded.
 */
export class DrivenCrawl {
  readonly ranker: Ranker
  readonly crawled: number[] = []
  readonly #start: Pick<Known, 'graph' | 'seeds'>
  readonly #nodes: number[] = []
  readonly #ids = new Map<number, NodeId>()

  constructor(
    start: Pick<Known, 'graph' | 'seeds'>,
    policy: PolicyOptions,
    options: Partial<CrawlOptions> = {},
  ) {
    const { ties, randomSeed, budget, hosts } = { ...DEFAULTS, ...options }
    this.#start = start
    this.ranker = new Ranker({
      policy: completePolicy(policy),
      ties,
      randomSeed,
      budget: () => budget,
      clock: { hostOf: (node) => (node % hosts) as HostId, freeAt: () => 0 },
      scoreOf: (id) => betaOf(start.graph, this.node(id)),
    })
    for (const seed of start.seeds) this.#name(seed)
    this.ranker.start(start.seeds.map((seed) => this.page(seed)))
  }

  get known(): Known {
    return { ...this.#start, crawled: this.crawled }
  }

  id(node: number): NodeId {
    return this.#ids.get(node)!
  }

  node(id: NodeId): number {
    return this.#nodes[id]!
  }

  /** The next node by the policy, as ready as a crawl would make it. */
  choose(): Choice | undefined {
    this.ranker.frontier.openHosts(0)
    this.ranker.prepare()
    return this.ranker.choose()
  }

  /** Crawls what the policy chooses. */
  step(): { node: number; choice: Choice } | undefined {
    const choice = this.choose()
    if (choice === undefined) return undefined
    this.follow(choice)
    return { node: this.node(choice.node), choice }
  }

  /** Crawls up to so many nodes. */
  run(steps: number): this {
    for (let i = 0; i < steps; i++) if (this.step() === undefined) break
    return this
  }

  follow(choice: Choice): void {
    this.ranker.take(choice)
    this.settle(this.node(choice.node), choice.arm)
  }

  /** Crawls a node that nobody chose. */
  force(node: number): void {
    const arm = this.ranker.arms[0]!.name
    this.ranker.take({ node: this.id(node), arm, motive: 'only', pick: 'best', batch: [] })
    this.settle(node, arm)
  }

  /** A node that was taken before is crawled. */
  settle(node: number, arm: Choice['arm']): void {
    const page = this.page(node)
    this.crawled.push(node)
    this.ranker.crawled(page)
    this.ranker.selector.reward(arm, page.score)
  }

  /** The page with its links; what was not known before joins the frontier. */
  page(node: number): Page {
    const { graph } = this.#start
    return { node: this.id(node), score: betaOf(graph, node), links: this.#links(node) }
  }

  /** One estimate a frontier node, in the order of discovery, as the reference gives them. */
  estimates(arm: Estimator = this.ranker.arms[0]!): Map<number, number> {
    return new Map(this.frontier().map((node) => [node, arm.estimate(this.id(node))]))
  }

  /** The frontier by the ranker's own account. */
  frontier(): number[] {
    const { queue } = this.ranker.arms[0]!
    return this.#nodes.filter((_, id) => queue.has(id as NodeId))
  }

  #links(node: number): Links {
    const links = linksOf(this.#start.graph, node)
    return {
      targets: links.map(({ to }) => this.#ids.get(to) ?? this.#discover(to)),
      linkScores: links.map(({ alpha }) => alpha),
    }
  }

  #discover(node: number): NodeId {
    const id = this.#name(node)
    this.ranker.add(id, false)
    return id
  }

  #name(node: number): NodeId {
    const id = this.#nodes.length as NodeId
    this.#nodes.push(node)
    this.#ids.set(node, id)
    return id
  }
}
