import { toExactValues } from './exact-values.ts'
import type { KnownGraph } from './known-graph.ts'
import type { LinkMeter, Sliced } from './link-meter.ts'
import { Reach } from './reach.ts'

export interface SelectedSeed {
  node: number
  /** Pages and value newly covered by this seed: its marginal gain. */
  pages: number
  value: number
}

/** Told of pages just covered, before the next seed is picked. */
type Watcher = (nodes: Uint32Array) => void

/** Which pages the seeds picked so far reach, and what is left to be covered. */
export class Coverage {
  readonly isCovered: Uint8Array
  /** w of each page not covered yet, 0 where it is. */
  readonly remaining: Float64Array
  /** Shared by all who search on behalf of one selection. */
  readonly reach: Reach
  /** Pages not covered whose w is not 0; a selection is over when there are none. */
  openPages = 0
  pages = 0
  value = 0
  readonly totalValue: number
  readonly hasPenalties: boolean
  readonly #hops: number
  readonly #watchers: Watcher[] = []

  constructor({ graph, values }: KnownGraph, hops: number, meter: LinkMeter) {
    this.isCovered = new Uint8Array(graph.nodeCount)
    this.remaining = toExactValues(values)
    this.reach = new Reach(graph, meter)
    this.#hops = hops
    let total = 0
    let hasPenalties = false
    for (const value of this.remaining) {
      if (value !== 0) this.openPages++
      if (value < 0) hasPenalties = true
      total += value
    }
    this.totalValue = total
    this.hasPenalties = hasPenalties
  }

  watch(watcher: Watcher): void {
    this.#watchers.push(watcher)
  }

  /** Adds a seed: all pages within the hops, on the whole graph, are covered. */
  *cover(seed: number): Sliced<SelectedSeed> {
    const { found } = this.reach
    const count = yield* this.reach.search(seed, this.#hops)
    let [pages, value] = [0, 0]
    for (let i = 0; i < count; i++) {
      const node = found[i]!
      if (this.isCovered[node] === 1) continue
      found[pages++] = node
      value += this.#coverOne(node)
    }
    this.pages += pages
    this.value += value
    for (const watcher of this.#watchers) watcher(found.subarray(0, pages))
    return { node: seed, pages, value }
  }

  #coverOne(node: number): number {
    const value = this.remaining[node]!
    this.isCovered[node] = 1
    this.remaining[node] = 0
    if (value !== 0) this.openPages--
    return value
  }
}
