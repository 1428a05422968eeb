import type { Archive } from '../../../lib/archive.ts'
import { KeyedHeap, Positions } from '../../../lib/keyed-heap.ts'
import { expm1 } from '../../../lib/logarithm.ts'
import { Column } from '../../graph/column.ts'
import type { HostId } from '../../graph/host-table.ts'
import type { KnownLinks, Links } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import type { CrawledNodes, Page } from '../crawled-nodes.ts'
import { describeEstimator, type Estimator } from '../estimator.ts'
import { PAGE_SHARE } from './best-first.ts'

/** a of formula (3); its d is 3, so that cash is multiplied by 0.15 to 1.85 and keeps its sign. */
const REVISION = 0.85
/** When nobody has more, all cash is multiplied by a power of 2, which changes nothing but the scale. */
const POOR = 2 ** -100
/** Pages with so little cash between two looks at the richest: 64 of them lose 2¹⁷⁶ at most. */
const POOR_PAGES = 64
const NO_HOSTS: ReadonlySet<HostId> = new Set()

export const OTIE = describeEstimator({
  name: 'otie',
  code: 17,
  words:
    'cash, of which each seed is given an equal share; a page hands it on, more of it the more relevant it is, in the measure of what its targets promise',
  terms: { cash: 8 },
  needs: ['graph'],
  /** The cash of a node; of a crawled one also its place among the richest, with its key. */
  bytes: { known: 8 + 4 + 12 },
  options: [
    {
      name: 'redistributeSteps',
      kind: 'count',
      max: 10_000_000,
      default: 10,
      words: 'Pages after which the richest crawled page hands its cash on again',
    },
  ],
  build: ({ queue, graph, options }) =>
    new Otie(queue, graph.links, graph.crawled, options.redistributeSteps),
})

/**
 * OTIE, on-line topical importance estimation (Guan et al. 2008): page importance with cash that
 * prefers the topic. Seeds share a total of 1. A crawled page multiplies its cash by
 * 1 + 0.85(2r − 1)³, r its relevance, and hands it to its targets in the measure of theirs: known for
 * those crawled, and for the others a quarter of the page's own and three quarters of what the words
 * around the link say. What comes to a page after it was crawled stays there until it is the richest
 * at the end of a round; then it is handed on once more, over the links known of it and without a
 * fetch.
 *
 * Relevance is 1 − exp(−β/β̄), β̄ the mean of the positive scores so far, and likewise for links.
 *
 * A seed that is added later is given as much as the first ones were, as if it had waited since. A
 * page that is crawled again moves no cash: what it handed on has been spent.
 */
class Otie implements Estimator<'cash'> {
  readonly queue: Queue
  readonly #links: KnownLinks
  readonly #crawled: CrawledNodes
  readonly #roundPages: number
  readonly #cash = new Column(true)
  /** Crawled pages by the cash they hold. */
  readonly #places = new Positions()
  readonly #richest = new KeyedHeap(new Float64Array(4), this.#places, (a, b) => a < b)
  readonly #scores = new PositiveMean()
  readonly #linkScores = new PositiveMean()
  #seeds = 0
  #pages = 0
  #poorPages = 0

  constructor(queue: Queue, links: KnownLinks, crawled: CrawledNodes, roundPages: number) {
    this.queue = queue
    this.#links = links
    this.#crawled = crawled
    this.#roundPages = roundPages
  }

  seeded(node: NodeId): void {
    this.#seeds++
    this.#cash.set(node, 1)
  }

  estimate(node: NodeId): number {
    return this.#cash.value(node) / this.#shares
  }

  keyOf(estimate: number): number {
    return estimate * this.#shares
  }

  terms(node: NodeId): { cash: number } {
    return { cash: this.estimate(node) }
  }

  returned(node: NodeId): number {
    return this.#cash.value(node)
  }

  crawled({ node, score, links }: Page): void {
    this.#scores.add(score)
    for (const linkScore of links.linkScores) this.#linkScores.add(linkScore)
    const relevance = this.#scores.share(score)
    const leaning = 2 * relevance - 1
    const cash = this.#cash.value(node) * (1 + REVISION * leaning * leaning * leaning)
    this.#cash.set(node, 0)
    this.#places.reserve(node)
    this.#richest.add(node, 0)
    this.#handOn(cash, relevance, links)
    if (++this.#pages % this.#roundPages === 0) this.#redistribute()
    if (cash < POOR && ++this.#poorPages % POOR_PAGES === 0) this.#enrich()
  }

  moved(from: NodeId, to: NodeId): void {
    this.#receive(to, this.#cash.value(from))
    this.#cash.set(from, 0)
  }

  archive(archive: Archive): void {
    this.#cash.archive(archive)
    this.#richest.archive(archive)
    this.#scores.archive(archive)
    this.#linkScores.archive(archive)
    this.#seeds = archive.number(this.#seeds)
    this.#pages = archive.number(this.#pages)
    this.#poorPages = archive.number(this.#poorPages)
  }

  /** What the first seeds share is 1; without a seed there is no cash. */
  get #shares(): number {
    return Math.max(1, this.#seeds)
  }

  /** The cash of a page without links is lost. */
  #handOn(cash: number, relevance: number, { targets, linkScores }: Links): void {
    if (cash === 0) return
    const weights = targets.map((target, i) => this.#promise(target, relevance, linkScores[i]!))
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    for (const [i, target] of targets.entries()) {
      this.#receive(target, total > 0 ? (cash * weights[i]!) / total : cash / targets.length)
    }
  }

  /** The relevance of a target as far as it is known: its own, or that of formula (4). */
  #promise(target: NodeId, pageRelevance: number, linkScore: number): number {
    if (this.#crawled.has(target)) return this.#scores.share(this.#crawled.score(target))
    return PAGE_SHARE * pageRelevance + (1 - PAGE_SHARE) * this.#linkScores.share(linkScore)
  }

  /** The richest crawled page hands on what has come to it since it was crawled. */
  #redistribute(): void {
    const node = this.#richest.first as NodeId
    const cash = this.#cash.value(node)
    if (cash === 0) return
    this.#cash.set(node, 0)
    this.#richest.set(node, 0)
    const targets: NodeId[] = []
    const linkScores: number[] = []
    this.#links.eachOut(node, (target, linkScore) => {
      targets.push(target)
      linkScores.push(linkScore)
    })
    this.#handOn(cash, this.#scores.share(this.#crawled.score(node)), { targets, linkScores })
  }

  #receive(node: NodeId, amount: number): void {
    if (amount === 0) return
    const cash = this.#cash.value(node) + amount
    this.#cash.set(node, cash)
    this.#place(node, cash)
  }

  /** Moves a node to where its cash puts it, in the frontier or among the crawled. */
  #place(node: NodeId, cash: number): void {
    if (this.queue.has(node)) this.queue.set(node, cash)
    else if (this.#places.get(node) >= 0) this.#richest.set(node, cash)
  }

  /** Cash decays by the product of what pages keep of it, and a double has an end. */
  #enrich(): void {
    const [best] = this.queue.bestOfAll(1, NO_HOSTS)
    const ofFrontier = best === undefined ? 0 : this.#cash.value(best)
    const most = Math.max(ofFrontier, this.#richest.firstKey)
    if (most >= POOR || most === 0) return
    let factor = 1
    while (most * factor < POOR) factor /= POOR
    this.#cash.scale(factor)
    for (const node of [...this.queue.nodes(), ...this.#richest.ids()]) {
      this.#place(node as NodeId, this.#cash.value(node as NodeId))
    }
  }
}

/** The mean of what was above 0, which says how much is much. */
class PositiveMean {
  #sum = 0
  #count = 0

  add(value: number): void {
    if (value <= 0) return
    this.#sum += value
    this.#count++
  }

  /** 1 − exp(−value/mean): 0 for nothing, and towards 1 the more there is. */
  share(value: number): number {
    return value <= 0 || this.#count === 0 ? 0 : -expm1((-value * this.#count) / this.#sum)
  }

  archive(archive: Archive): void {
    this.#sum = archive.number(this.#sum)
    this.#count = archive.number(this.#count)
  }
}
