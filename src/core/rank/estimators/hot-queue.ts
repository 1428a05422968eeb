import type { Archive } from '../../../lib/archive.ts'
import { log1p } from '../../../lib/logarithm.ts'
import { Column } from '../../graph/column.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import type { CrawledNodes, Page } from '../crawled-nodes.ts'
import { describeEstimator, type Estimator } from '../estimator.ts'
import { buildOrder, type HotOrder, HOT_ORDERS, ORDER_BYTES } from '../features/hot-order.ts'
import type { OptionValues } from '../option.ts'
import { BREADTH } from './breadth.ts'
import { DAMPING, PAGE_RANK } from './page-rank.ts'
import { FIRST_LEVEL_TERMS } from './sum.ts'

const OPTIONS = [
  {
    name: 'hotBy',
    kind: 'choice',
    choices: ['links', 'pages'],
    default: 'links',
    words: 'What makes a node hot: its URL and the links to it, or hot pages near it as well',
  },
  {
    name: 'hotOrder',
    kind: 'choice',
    choices: HOT_ORDERS,
    default: 'pagerank',
    words: 'The order within the hot queue and within the other',
  },
  {
    name: 'promote',
    kind: 'choice',
    choices: ['no', 'yes'],
    default: 'no',
    words: 'Whether a node whose first link was not hot becomes hot by a later one',
  },
  DAMPING,
] as const

type Options = OptionValues<typeof OPTIONS>
type Terms = 'hot' | 'discovered' | 'fl_deg' | 'rank'

export const HOT_QUEUE = describeEstimator({
  name: 'hot_queue',
  code: 16,
  words:
    'in the order of `hotOrder`, but hot nodes before all others: 1 for those, plus a share of 1 for the order',
  terms: { hot: 14, ...BREADTH.terms, fl_deg: FIRST_LEVEL_TERMS.fl_deg, ...PAGE_RANK.terms },
  needs: ['graph'],
  // Memory is counted by the name alone, so by the order that takes the most.
  bytes: { known: ORDER_BYTES + 4 + 4 },
  readsWords: true,
  options: OPTIONS,
  build: ({ queue, graph, options }) => {
    const order = buildOrder(options, graph.links, (node) => hotQueue.reorder(node))
    const hotQueue = new HotQueue(queue, order, graph.crawled, options)
    return hotQueue
  },
})

/** Added to the key of a hot node; more than any order's value. */
const HOT_KEY = 2 ** 32
/** A page is hot with 10 occurrences in its text, whose score is ln(1 + 10), rounded. */
const HOT_SCORE = log1p(9.5)
/** Nodes less than so many links away from a hot page are hot. */
const REACH = 3

/** The queue that a node is in; undecided until a link to it is seen. */
const UNDECIDED = 0
const COLD = 1
const HOT = 2

/**
 * The crawlers with a hot queue of Cho, Garcia-Molina and Page (1998): algorithm 5.2 (`hotBy`
 * links), where a node is hot if its URL or the words around the link to it have the topic, and 5.3
 * (`hotBy` pages), where it is also if it is less than 3 links away from a hot page, one with the
 * topic in its title or 10 times in its text.
 *
 * As printed, the first link decides which queue a node joins. What joined the hot queue stays in
 * it, and a page's distance is that of its crawl: this is an account of the crawl as it went, not of
 * the graph as it is, so a page that is crawled again can make nodes hot and never the contrary.
 */
class HotQueue implements Estimator<Terms> {
  readonly queue: Queue
  readonly #order: HotOrder
  readonly #crawled: CrawledNodes
  readonly #options: Options
  readonly #places = new Column(false)
  /** 3 less the distance from the nearest hot page, of those that link there or itself; 0 if far. */
  readonly #closeness = new Column(false)

  constructor(queue: Queue, order: HotOrder, crawled: CrawledNodes, options: Options) {
    this.queue = queue
    this.#order = order
    this.#crawled = crawled
    this.#options = options
  }

  added(node: NodeId, urlScore: number): void {
    if (urlScore > 0) this.#places.set(node, HOT)
    this.#order.added(node)
    this.reorder(node)
  }

  seeded(node: NodeId): void {
    this.#order.added(node)
  }

  estimate(node: NodeId): number {
    return Number(this.#isHot(node)) + this.#order.share(this.#order.value(node))
  }

  keyOf(estimate: number): number {
    if (estimate >= 1) return HOT_KEY + this.#order.fromShare(estimate - 1)
    return this.#order.fromShare(estimate)
  }

  terms(node: NodeId): Partial<Record<Terms, number>> {
    return { hot: Number(this.#isHot(node)), ...this.#order.terms(node) }
  }

  returned(node: NodeId): number {
    return (this.#isHot(node) ? HOT_KEY : 0) + this.#order.value(node)
  }

  crawled(page: Page): void {
    this.#order.crawled(page)
    this.#markTargets(page)
  }

  recrawled(page: Page, was: Page): void {
    this.#order.recrawled(page, was)
    this.#markTargets(page)
  }

  /** Who links to a page that moved links, in effect, to where it moved. */
  moved(from: NodeId, to: NodeId): void {
    this.#order.moved(from, to)
    if (!this.queue.has(to)) return
    this.#approach(to, this.#closeness.value(from))
    this.#decide(to, this.#isHot(from))
  }

  archive(archive: Archive): void {
    this.#order.archive(archive)
    this.#places.archive(archive)
    this.#closeness.archive(archive)
  }

  /** A node's value in the order, or its queue, has changed. */
  reorder(node: NodeId): void {
    if (this.queue.has(node)) this.queue.set(node, this.returned(node))
  }

  #isHot(node: NodeId): boolean {
    return this.#places.value(node) === HOT
  }

  #markTargets(page: Page): void {
    const { targets, linkScores } = page.links
    const beyond = this.#options.hotBy === 'pages' ? this.#closenessOf(page) - 1 : 0
    for (const [i, target] of targets.entries()) {
      if (this.#crawled.has(target)) continue
      this.#approach(target, beyond)
      this.#decide(target, linkScores[i]! > 0 || beyond > 0)
    }
  }

  #closenessOf(page: Page): number {
    const isHot = page.score >= HOT_SCORE || (page.titleScore ?? 0) > 0
    if (isHot) this.#closeness.set(page.node, REACH)
    return this.#closeness.value(page.node)
  }

  #approach(node: NodeId, closeness: number): void {
    if (closeness > this.#closeness.value(node)) this.#closeness.set(node, closeness)
  }

  #decide(node: NodeId, isHot: boolean): void {
    const place = this.#places.value(node)
    const mayDecide = place === UNDECIDED || (place === COLD && this.#options.promote === 'yes')
    if (!mayDecide || (place === COLD && !isHot)) return
    this.#places.set(node, isHot ? HOT : COLD)
    if (isHot) this.reorder(node)
  }
}
