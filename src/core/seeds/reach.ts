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
  /** The pages found last, whose links were not looked at. */
  #from = 0
  #end = 0

  constructor(graph: Graph, meter: LinkMeter) {
    this.#graph = graph
    this.#meter = meter
    this.found = new Uint32Array(graph.nodeCount)
    this.#stamps = new Uint32Array(graph.nodeCount)
  }

  /** Finds the pages at most `hops` links from `start`: how many they are. */
  *search(start: number, hops: number): Sliced<number> {
    this.#begin(start)
    for (let hop = 0; hop < hops && this.#from < this.#end; hop++) yield* this.#searchLevel()
    return this.#end
  }

  /** Finds the pages one hop further, too. */
  *widen(): Sliced<number> {
    yield* this.#searchLevel()
    return this.#end
  }

  /** Links that `widen` would look at. */
  get linksAhead(): number {
    const { outStart } = this.#graph
    let links = 0
    for (let at = this.#from; at < this.#end; at++) {
      links += outStart[this.found[at]! + 1]! - outStart[this.found[at]!]!
    }
    return links
  }

  *#searchLevel(): Sliced<void> {
    const meter = this.#meter
    const levelEnd = this.#end
    for (; this.#from < levelEnd; this.#from++) {
      this.#end = this.#expand(this.found[this.#from]!, this.#end)
      if (meter.isPauseDue()) yield
    }
  }

  #begin(start: number): void {
    if (this.#search === MAX_UINT32) {
      this.#stamps.fill(0)
      this.#search = 0
    }
    this.#stamps[start] = ++this.#search
    this.found[0] = start
    this.#from = 0
    this.#end = 1
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
