import type { Archive } from '../../../lib/archive.ts'
import { Column } from '../../graph/column.ts'
import type { KnownLinks } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import type { Page } from '../crawled-nodes.ts'
import { describeEstimator, type Estimator } from '../estimator.ts'

export const BFS = describeEstimator({
  name: 'bfs',
  code: 0,
  words: '1/(l+1), l the shortest known way from the seeds; 0 where none is known',
  terms: { distance: 7 },
  needs: ['graph'],
  bytes: { known: 4 },
  build: ({ queue, graph }) => new Bfs(queue, graph.links),
})

class Bfs implements Estimator<'distance'> {
  readonly queue: Queue
  readonly #links: KnownLinks
  /** l plus one; 0 while no way is known. */
  readonly #distance = new Column(false)
  /** l of nodes that a redirect led to: that way is no link, and is there whatever becomes of links. */
  readonly #redirected = new Map<NodeId, number>()

  constructor(queue: Queue, links: KnownLinks) {
    this.queue = queue
    this.#links = links
  }

  seeded(node: NodeId): void {
    this.#distance.set(node, 1)
  }

  /** No way is known yet; to what only a sitemap lists, none ever is. */
  added(node: NodeId): void {
    this.queue.set(node, -Infinity)
  }

  estimate(node: NodeId): number {
    return 1 / (this.#length(node) + 1)
  }

  keyOf(estimate: number): number {
    return 1 - 1 / estimate
  }

  terms(node: NodeId): { distance?: number } {
    const distance = this.#length(node)
    return distance === Infinity ? {} : { distance }
  }

  returned(node: NodeId): number {
    return -this.#length(node)
  }

  crawled({ node, links }: Page): void {
    for (const target of links.targets) this.#shorten(target, this.#length(node) + 1)
  }

  recrawled(page: Page, was: Page): void {
    const targets = new Set(page.links.targets)
    this.#lengthen(
      page.node,
      was.links.targets.filter((target) => !targets.has(target)),
    )
    this.crawled(page)
  }

  moved(from: NodeId, to: NodeId): void {
    if (!this.queue.has(to)) return
    const length = this.#length(from)
    if (length < (this.#redirected.get(to) ?? Infinity)) this.#redirected.set(to, length)
    this.#shorten(to, length)
  }

  archive(archive: Archive): void {
    this.#distance.archive(archive)
    const redirected = archive.integers([...this.#redirected].flat())
    for (let i = 0; i < redirected.length; i += 2) {
      this.#redirected.set(redirected[i]! as NodeId, redirected[i + 1]!)
    }
  }

  #length(node: NodeId): number {
    return (this.#distance.value(node) || Infinity) - 1
  }

  /** A shorter way to a crawled node is a shorter way to all it leads to. */
  #shorten(start: NodeId, length: number): void {
    if (length === Infinity) return
    const ahead: [node: NodeId, length: number][] = [[start, length]]
    for (let next = ahead.pop(); next; next = ahead.pop()) {
      const [node, way] = next
      const known = this.#distance.value(node)
      if (known !== 0 && known <= way + 1) continue
      this.#distance.set(node, way + 1)
      if (this.queue.has(node)) this.queue.set(node, -way)
      this.#links.eachOut(node, (target) => ahead.push([target, way + 1]))
    }
  }

  /**
   * The links from a node to these targets are gone. Whatever has no other way as short is measured
   * anew, from those around it that kept theirs: the cost is in what really moved away.
   */
  #lengthen(from: NodeId, targets: readonly NodeId[]): void {
    const lost = this.#withoutShortestWay(this.#length(from) + 1, targets)
    for (const node of lost) {
      this.#distance.set(node, 0)
      if (this.queue.has(node)) this.queue.set(node, -Infinity)
    }
    for (const node of lost) this.#shorten(node, this.#shortestWayTo(node))
  }

  /** Those of the candidates at that length, and of all behind them, that nothing nearer leads to. */
  #withoutShortestWay(length: number, candidates: readonly NodeId[]): Set<NodeId> {
    const lost = new Set<NodeId>()
    let level = candidates
    for (let way = length; level.length > 0 && way < Infinity; way++) {
      const behind: NodeId[] = []
      for (const node of level) {
        if (lost.has(node) || this.#length(node) !== way) continue
        if (this.#shortestWayTo(node, lost) === way) continue
        lost.add(node)
        this.#links.eachOut(node, (target) => behind.push(target))
      }
      level = behind
    }
    return lost
  }

  /** The shortest way over the nodes that link to it, but those left out, or over a redirect. */
  #shortestWayTo(node: NodeId, without?: ReadonlySet<NodeId>): number {
    if (this.#length(node) === 0) return 0
    let way = this.#redirected.get(node) ?? Infinity
    this.#links.eachIn(node, (source) => {
      if (!without?.has(source)) way = Math.min(way, this.#length(source) + 1)
    })
    return way
  }
}
