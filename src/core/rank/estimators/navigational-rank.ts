import type { Archive } from '../../../lib/archive.ts'
import { Column } from '../../graph/column.ts'
import type { KnownLinks } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import type { CrawledNodes, Page } from '../crawled-nodes.ts'
import { describeEstimator, type Estimator } from '../estimator.ts'

const MAX_ROUNDS = 50
const SETTLED = 1e-6

export const NR = describeEstimator({
  name: 'nr',
  code: 1,
  words: 'navigational rank, computed anew for each choice',
  terms: { parents: 10 },
  needs: ['graph'],
  bytes: { known: 16 },
  options: [
    {
      name: 'eta',
      kind: 'fraction',
      default: 0.5,
      words: "How much of a page's rank is its own score",
    },
  ],
  build: ({ queue, graph, options }) =>
    new NavigationalRank(queue, graph.links, graph.crawled, options.eta),
})

/**
 * Navigational rank, with the equations corrected: a first pass lets worth flow against the links
 * until it settles, NR1(v) = ηβ(v) + (1-η)·avg NR1(u)/d_i(u) over the targets u of v; a second hands
 * it down to the frontier, NR2(v) = ηNR1(v) + (1-η)·avg NR1(u)/d_o(u) over the pages u that link to v.
 *
 * Frontier nodes have no known links, so their NR1 is 0, and the first pass runs over the links
 * between crawled nodes alone. Still, all is computed anew for each choice, O(known links): for
 * crawls of some 10,000 nodes.
 */
class NavigationalRank implements Estimator<'parents'> {
  readonly queue: Queue
  readonly #links: KnownLinks
  readonly #crawled: CrawledNodes
  readonly #eta: number
  #pages: NodeId[] = []
  /** The targets of each page among the pages, by their places in the list. */
  readonly #inner: number[][] = []
  readonly #placeOf = new Map<NodeId, number>()
  #ranks: number[] = []
  /** Σ NR1(u)/d_o(u) over the pages that link to a frontier node. */
  readonly #handedDown = new Column(true)

  constructor(queue: Queue, links: KnownLinks, crawled: CrawledNodes, eta: number) {
    this.queue = queue
    this.#links = links
    this.#crawled = crawled
    this.#eta = eta
  }

  crawled({ node, links }: Page): void {
    const place = this.#pages.push(node) - 1
    this.#placeOf.set(node, place)
    this.#inner.push([])
    for (const target of links.targets) {
      const other = this.#placeOf.get(target)
      if (other !== undefined) this.#inner[place]!.push(other)
    }
    this.#links.eachIn(node, (parent) => {
      const other = this.#placeOf.get(parent)
      if (other !== undefined) this.#inner[other]!.push(place)
    })
  }

  /** Its targets among the pages stand as `crawled` would have put them: those crawled before it in the
   * order of its links, then those crawled since in the order of the crawl. */
  recrawled({ node, links }: Page, was: Page): void {
    const own = this.#placeOf.get(node)!
    const places = links.targets.map((target) => this.#placeOf.get(target) ?? -1)
    const since = places.filter((place) => place > own).toSorted((a, b) => a - b)
    this.#inner[own] = [...places.filter((place) => place >= 0 && place <= own), ...since]
    for (const target of was.links.targets) {
      if (!this.queue.has(target) || this.#links.inDegree(target) > 0) continue
      this.#handedDown.set(target, 0)
      this.queue.set(target, 0)
    }
  }

  estimate(node: NodeId): number {
    const parents = this.#links.inDegree(node)
    return parents === 0 ? 0 : ((1 - this.#eta) * this.#handedDown.value(node)) / parents
  }

  terms(node: NodeId): { parents: number } {
    return { parents: this.#links.inDegree(node) }
  }

  /** The real key is computed before the next choice. */
  returned(): number {
    return 0
  }

  refresh(): void {
    this.#settleRanks()
    this.#eachLinkToFrontier((target) => this.#handedDown.set(target, 0))
    this.#eachLinkToFrontier((target, share) => this.#handedDown.increase(target, share))
    this.#eachLinkToFrontier((target) => this.queue.set(target, this.estimate(target)))
  }

  archive(archive: Archive): void {
    this.#pages = archive.integers(this.#pages) as NodeId[]
    for (const [place, page] of this.#pages.entries()) {
      this.#placeOf.set(page, place)
      this.#inner[place] = archive.integers(this.#inner[place] ?? [])
    }
    this.#handedDown.archive(archive)
  }

  #settleRanks(): void {
    const own = this.#pages.map((page) => this.#eta * this.#crawled.score(page))
    this.#ranks = own.map(() => 0)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const next = own.map((score, place) => score + (1 - this.#eta) * this.#inflow(place))
      const change = next.reduce(
        (most, rank, i) => Math.max(most, Math.abs(rank - this.#ranks[i]!)),
        0,
      )
      this.#ranks = next
      if (change < SETTLED) return
    }
  }

  /** The average over all targets; those on the frontier add nothing. */
  #inflow(place: number): number {
    const inner = this.#inner[place]!
    if (inner.length === 0) return 0
    let sum = 0
    for (const other of inner) {
      sum += this.#ranks[other]! / this.#links.inDegree(this.#pages[other]!)
    }
    return sum / this.#links.outDegree(this.#pages[place]!)
  }

  #eachLinkToFrontier(visit: (target: NodeId, share: number) => void): void {
    for (const [place, page] of this.#pages.entries()) {
      const share = this.#ranks[place]! / this.#links.outDegree(page)
      this.#links.eachOut(page, (target) => {
        if (this.queue.has(target)) visit(target, share)
      })
    }
  }
}
