import type { Graph } from '../../lib/sparse-graph.ts'
import type { LinkMeter, Sliced } from './link-meter.ts'

const MAX_UINT32 = 0xffffffff

/**
 * Breadth-first search of a few hops. Pages found are stamped with the number of the search, so that
 * nothing is cleared between two of the many searches.
 */
export class Reach {
  /** The pages found by the last search in its order, the start first; valid up to its count. */
  readonly found: Uint32Array
  readonly #graph: Graph
  readonly #meter: LinkMeter
  readonly #stamps: Uint32Array
  #search = 0

  constructor(graph: Graph, meter: LinkMeter) {
    this.#graph = graph
    this.#meter = meter
    this.found = new Uint32Array(graph.nodeCount)
    this.#stamps = new Uint32Array(graph.nodeCount)
  }

  /** Finds the pages at most `hops` links from `start`: how many they are. */
  *search(start: number, hops: number): Sliced<number> {
    const meter = this.#meter
    const { found } = this
    this.#begin(start)
    let [from, end] = [0, 1]
    for (let hop = 0; hop < hops && from < end; hop++) {
      const levelEnd = end
      for (; from < levelEnd; from++) {
        end = this.#expand(found[from]!, end)
        if (meter.isPauseDue()) yield
      }
    }
    return end
  }

  #begin(start: number): void {
    if (this.#search === MAX_UINT32) {
      this.#stamps.fill(0)
      this.#search = 0
    }
    this.#stamps[start] = ++this.#search
    this.found[0] = start
  }

  /** Appends the targets of a page that were not found before; what `end` is then. */
  #expand(node: number, before: number): number {
    const { outStart, outTarget } = this.#graph
    const [found, stamps, search] = [this.found, this.#stamps, this.#search]
    const last = outStart[node + 1]!
    let end = before
    for (let edge = outStart[node]!; edge < last; edge++) {
      const target = outTarget[edge]!
      if (stamps[target] === search) continue
      stamps[target] = search
      found[end++] = target
    }
    this.#meter.links += last - outStart[node]!
    return end
  }
}
