import type { HostId } from '../core/graph/host-table.ts'
import type { EdgeClasses, Links } from '../core/graph/known-links.ts'
import type { NodeId } from '../core/graph/node-table.ts'
import type { Choice } from '../core/rank/strategy.ts'
import type { Page } from '../core/rank/crawled-nodes.ts'
import type { Policy } from '../core/rank/policy.ts'
import { Ranker } from '../core/rank/ranker.ts'
import type { Ties } from '../core/rank/ties.ts'
import { quantise } from '../lib/fixed-point.ts'
import type { Graph } from '../lib/sparse-graph.ts'
import type { TopicScores, WordScores } from './corpus/corpus.ts'
import type { Crawl } from './experiment.ts'
import { beyondBuffer } from './limited-buffer.ts'

interface ReplayOptions {
  graph: Graph
  scores: TopicScores
  /** Only for policies that read words. */
  words?: WordScores | undefined
  /** Nodes of the corpus; they are free and do not count. */
  seeds: ArrayLike<number>
  /** The host of each node, for a policy that looks at hosts; undefined: one for all. None has a pace. */
  hosts?: Uint32Array | undefined
  /** The class of each edge, for a policy that looks at classes. */
  linkClasses?: Uint8Array | undefined
  policy: Policy
  ties: Ties
  randomSeed: number
  steps: number
}

/** One step of a replayed crawl. */
interface ReplayStep {
  choice: Choice
  /** The node of the corpus. */
  node: number
  score: number
}

/**
 * A crawl of a corpus by the product's own ranker, one step a turn. Ends when the steps are done or
 * nothing is left. Scores reach the ranker as a campaign's log would keep them.
 */
export class Replay {
  readonly ranker: Ranker
  readonly #options: ReplayOptions
  /** The crawler's id of each node of the corpus, plus one; ids are in order of discovery. */
  readonly #idOf: Int32Array
  readonly #nodeOf: number[] = []

  constructor(options: ReplayOptions) {
    this.#options = options
    this.#idOf = new Int32Array(options.graph.nodeCount)
    this.ranker = new Ranker({
      policy: options.policy,
      ties: options.ties,
      randomSeed: options.randomSeed,
      budget: () => options.steps,
      clock: { hostOf: this.#hostOf(), freeAt: () => 0 },
      scoreOf: (id) => this.#score(this.#nodeOf[id]!),
    })
    this.#start()
  }

  *steps(): Generator<ReplayStep> {
    for (let step = 0; step < this.#options.steps; step++) {
      const next = this.step()
      if (next === undefined) return
      yield next
    }
  }

  /** Undefined when nothing is left to crawl. */
  step(): ReplayStep | undefined {
    const { ranker } = this
    ranker.frontier.openHosts(0)
    ranker.prepare()
    const choice = ranker.choose()
    if (choice === undefined) return undefined
    ranker.take(choice)
    const node = this.#nodeOf[choice.node]!
    const page = this.#page(choice.node, node)
    ranker.crawled(page)
    this.#dropBeyondBuffer()
    ranker.selector.reward(choice.arm, page.score)
    return { choice, node, score: this.#options.scores.beta[node]! }
  }

  #hostOf(): (id: NodeId) => HostId {
    const { hosts } = this.#options
    if (hosts === undefined) return () => 0 as HostId
    return (id) => hosts[this.#nodeOf[id]!]! as HostId
  }

  #start(): void {
    const { seeds } = this.#options
    const ids = Array.from(seeds, (seed) => this.#name(seed))
    this.ranker.start(ids.map((id) => this.#page(id, this.#nodeOf[id]!)))
    this.#dropBeyondBuffer()
  }

  /** A link that was dropped is unknown: found again, it is new. */
  #dropBeyondBuffer(): void {
    const { buffer } = this.#options.policy
    if (buffer === 0) return
    for (const id of beyondBuffer(this.ranker, buffer, this.#newest)) {
      this.ranker.drop(id)
      this.#idOf[this.#nodeOf[id]!] = 0
    }
  }

  get #newest(): NodeId {
    return (this.#nodeOf.length - 1) as NodeId
  }

  #name(node: number): NodeId {
    this.#nodeOf.push(node)
    this.#idOf[node] = this.#nodeOf.length
    return (this.#nodeOf.length - 1) as NodeId
  }

  #page(id: NodeId, node: number): Page {
    const titleScore = this.#options.words?.title[node] ?? 0
    return { node: id, score: this.#score(node), links: this.#links(node), titleScore }
  }

  /** What the page links to; what was not known before joins the frontier. */
  #links(node: number): Links {
    const { graph, scores, words } = this.#options
    const targets: NodeId[] = []
    const linkScores: number[] = []
    for (let edge = graph.outStart[node]!; edge < graph.outStart[node + 1]!; edge++) {
      const target = graph.outTarget[edge]!
      const known = this.#idOf[target]! - 1
      if (known < 0) this.ranker.add(this.#name(target), false, words?.url[target] ?? 0)
      targets.push((this.#idOf[target]! - 1) as NodeId)
      linkScores.push(quantise(scores.alpha[edge]!))
    }
    return { targets, linkScores, classes: this.#classes(node) }
  }

  #classes(node: number): EdgeClasses | undefined {
    const { graph, linkClasses } = this.#options
    if (linkClasses === undefined) return undefined
    const ofEdges = linkClasses.subarray(graph.outStart[node], graph.outStart[node + 1])
    return { ofEdges: [...ofEdges], known: 0, added: [] }
  }

  #score(node: number): number {
    return quantise(this.#options.scores.beta[node]!)
  }
}

export interface CrawlJob extends Omit<ReplayOptions, 'steps'> {
  /** Ascending; the crawl goes on to the last. */
  steps: readonly number[]
}

/** One crawl, read off at several steps. */
export function crawl(job: CrawlJob): Crawl {
  const { steps } = job
  const replay = new Replay({ ...job, steps: steps.at(-1) ?? 0 })
  const scores = new Float64Array(steps.length)
  const start = performance.now()
  let stepsMade = 0
  let sum = 0
  let reading = 0
  for (const { score } of replay.steps()) {
    sum += score
    stepsMade++
    if (stepsMade === steps[reading]) scores[reading++] = sum
  }
  scores.fill(sum, reading)
  return { scores, stepsMade, milliseconds: performance.now() - start }
}
