import type { Archive } from '../../../lib/archive.ts'
import { expm1 } from '../../../lib/logarithm.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import type { Page } from '../crawled-nodes.ts'
import { describeEstimator, type Estimator, type SharedParts } from '../estimator.ts'

/** What a link is worth, by the score of the page it is on and the words around it. */
type LinkWorth = (score: number, linkScore: number) => number

/** β of formula (4) of Guan et al. 2008: what a page says of its links beside the words around them. */
export const PAGE_SHARE = 0.25

export const BEST_FIRST = describeEstimator({
  name: 'best_first',
  code: 18,
  words: 'the highest β(u) over P(v)',
  terms: { parentScore: 15 },
  needs: ['graph'],
  // Scores are multiples of 1/4096, exact in 24 bits up to 4096.
  keys: 'single',
  build: ({ queue, graph }) => new BestFirst('parentScore', queue, graph, (score) => score),
})

export const LINK_CONTEXT = describeEstimator({
  name: 'link_context',
  code: 19,
  words: 'the highest r(β(u))/4 + 3r(α(u,v))/4 over P(v), r(x) = 1 − 1/eˣ',
  terms: { promise: 16 },
  needs: ['graph'],
  build: ({ queue, graph }) => new BestFirst('promise', queue, graph, linkContext),
})

/** r is n/(n+1) where scores are ln(1+n). */
function linkContext(score: number, linkScore: number): number {
  return -PAGE_SHARE * expm1(-score) - (1 - PAGE_SHARE) * expm1(-linkScore)
}

/**
 * A frontier node is worth its best link. Best-first (Pant, Srinivasan and Menczer 2002) gives a
 * link the score of the page it is on; with `batch` it is their best-N-first. Link-context prediction
 * (Guan et al. 2008) gives three quarters of the weight to the words around it.
 *
 * The queue's key is the estimate. It is computed anew from the known links where a page that was
 * crawled again may be worth less: O(links into its targets), for such pages alone.
 */
class BestFirst<Term extends string> implements Estimator<Term> {
  readonly queue: Queue
  readonly #term: Term
  readonly #graph: SharedParts['graph']
  readonly #worth: LinkWorth
  /** The worth of nodes that redirects led to: what links there does so whatever becomes of links. */
  readonly #redirected = new Map<NodeId, number>()

  constructor(term: Term, queue: Queue, graph: SharedParts['graph'], worth: LinkWorth) {
    this.#term = term
    this.queue = queue
    this.#graph = graph
    this.#worth = worth
  }

  estimate(node: NodeId): number {
    return this.queue.value(node)
  }

  terms(node: NodeId): Record<Term, number> {
    return { [this.#term]: this.queue.value(node) } as Record<Term, number>
  }

  returned(node: NodeId): number {
    return this.#highest(node)
  }

  crawled({ score, links }: Page): void {
    for (const [i, target] of links.targets.entries()) {
      this.#raise(target, this.#worth(score, links.linkScores[i]!))
    }
  }

  recrawled(page: Page, was: Page): void {
    if (page.score >= was.score && page.links === was.links) return this.crawled(page)
    for (const target of new Set([...was.links.targets, ...page.links.targets])) {
      if (this.queue.has(target)) this.queue.set(target, this.#highest(target))
    }
  }

  moved(from: NodeId, to: NodeId): void {
    const score = Math.max(this.#highest(from), this.#redirected.get(to) ?? 0)
    if (score > 0) this.#redirected.set(to, score)
    this.#raise(to, score)
  }

  archive(archive: Archive): void {
    const nodes = archive.integers([...this.#redirected.keys()])
    const scores = archive.numbers([...this.#redirected.values()])
    for (const [i, node] of nodes.entries()) this.#redirected.set(node as NodeId, scores[i]!)
  }

  #raise(node: NodeId, score: number): void {
    if (this.queue.has(node) && this.queue.value(node) < score) this.queue.set(node, score)
  }

  #highest(node: NodeId): number {
    let highest = this.#redirected.get(node) ?? 0
    this.#graph.links.eachIn(node, (source, linkScore) => {
      highest = Math.max(highest, this.#worth(this.#graph.crawled.score(source), linkScore))
    })
    return highest
  }
}
