import type { Archive } from '../../../lib/archive.ts'
import { Column } from '../../graph/column.ts'
import type { KnownLinks } from '../../graph/known-links.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import type { Estimator, Page } from '../estimator.ts'
import type { Terms } from '../terms.ts'

/** 1/(l+1), l being the shortest known way from the seeds; 0 where none is known. */
export class Bfs implements Estimator {
  readonly name = 'bfs'
  readonly queue: Queue
  readonly #links: KnownLinks
  /** l plus one; 0 while no way is known. */
  readonly #distance = new Column(false)

  constructor(queue: Queue, links: KnownLinks) {
    this.queue = queue
    this.#links = links
  }

  seeded(node: NodeId): void {
    this.#distance.set(node, 1)
  }

  /** No way leads to it but those that are told of from now on; to what a sitemap lists, none. */
  added(node: NodeId): void {
    this.queue.set(node, -Infinity)
  }

  estimate(node: NodeId): number {
    return 1 / (this.#length(node) + 1)
  }

  keyOf(estimate: number): number {
    return 1 - 1 / estimate
  }

  terms(node: NodeId): Terms {
    const distance = this.#length(node)
    return distance === Infinity ? {} : { distance }
  }

  returned(node: NodeId): number {
    return -this.#length(node)
  }

  crawled({ node, links }: Page): void {
    for (const target of links.targets) this.#shorten(target, this.#length(node) + 1)
  }

  moved(from: NodeId, to: NodeId): void {
    this.#shorten(to, this.#length(from))
  }

  archive(archive: Archive): void {
    this.#distance.archive(archive)
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
      if (this.queue.has(node)) this.#rank(node, way)
      this.#links.eachOut(node, (target) => ahead.push([target, way + 1]))
    }
  }

  /** What goes before everything else does so however near it is. */
  #rank(node: NodeId, way: number): void {
    if (this.queue.value(node) !== Infinity) this.queue.set(node, -way)
  }
}
