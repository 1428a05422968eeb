import type { Judge } from './lazy-greedy.ts'
import type { Sliced } from './link-meter.ts'
import type { Surroundings } from './seed-method.ts'

/**
 * Judges pages by the value not covered yet within `depth` hops of them.
 *
 * Covering a page takes its value away, so a sum of values that are not negative can only shrink,
 * and an old one bounds a new one. With penalties that is not so: a page is worth more once the
 * penalties near it are covered. The sum of what is above 0 still only shrinks and is never below
 * the score, so bounds are sums of that.
 */
export class DepthJudge implements Judge {
  readonly #around: Surroundings
  readonly #bounds: Float64Array
  /** When all bounds were counted last, and what that cost, in links. */
  #countedAt = 0
  #countCost = 0

  constructor(around: Surroundings) {
    this.#around = around
    this.#bounds = new Float64Array(around.known.graph.nodeCount).fill(Infinity)
  }

  boundOf(node: number): number {
    return this.#bounds[node]!
  }

  /** Counts bounds anew, on what is left, as soon as evaluations have cost as much as that. */
  *beforePick(): Sliced<void> {
    const { meter } = this.#around
    if (meter.links - this.#countedAt < this.#countCost) return
    const before = meter.links
    yield* this.countBounds()
    this.#countedAt = meter.links
    this.#countCost = meter.links - before
  }

  *evaluate(node: number): Sliced<number> {
    const { coverage, depth, meter } = this.#around
    const { reach, remaining } = coverage
    const before = meter.links
    const count = yield* reach.search(node, depth)
    const { score, gains } = sums(reach.found.subarray(0, count), remaining)
    this.#bounds[node] = gains
    const ahead = reach.linksAhead
    if (ahead > meter.links - before) return score
    const wider = yield* reach.widen()
    const bound = gains + sums(reach.found.subarray(count, wider), remaining).gains
    this.#boundNear(node, wider === count ? reach.found.subarray(0, count) : undefined, bound)
    return score
  }

  /** What a page reaches in `depth` hops, a page that links to it reaches in one more. */
  #boundNear(node: number, all: Uint32Array | undefined, bound: number): void {
    const { outStart, outTarget } = this.#around.known.graph
    const near = all ?? outTarget.subarray(outStart[node], outStart[node + 1])
    for (const page of near) if (bound < this.#bounds[page]!) this.#bounds[page] = bound
  }

  /**
   * Bounds every page at once, by the values at the ends of all walks of up to `depth` links. A page
   * that several walks lead to counts several times, so a bound may be too high, up to all there is.
   */
  *countBounds(): Sliced<void> {
    const { known, coverage, depth, meter } = this.#around
    const { nodeCount, outStart, outTarget } = known.graph
    const own = coverage.remaining.map((value) => Math.max(0, value))
    const total = own.reduce((sum, value) => sum + value, 0)
    let [bounds, next] = [own.slice(), new Float64Array(nodeCount)]
    for (let hop = 0; hop < depth; hop++) {
      for (let node = 0; node < nodeCount; node++) {
        const end = outStart[node + 1]!
        let bound = own[node]!
        for (let edge = outStart[node]!; edge < end; edge++) bound += bounds[outTarget[edge]!]!
        next[node] = Math.min(bound, total)
        meter.links += end - outStart[node]!
        if (meter.isPauseDue()) yield
      }
      ;[bounds, next] = [next, bounds]
    }
    for (let node = 0; node < nodeCount; node++) {
      if (bounds[node]! < this.#bounds[node]!) this.#bounds[node] = bounds[node]!
    }
  }
}

/** All that is left of some pages, and the part of it that is above 0. */
function sums(pages: Uint32Array, remaining: Float64Array): { score: number; gains: number } {
  let [score, gains] = [0, 0]
  for (const page of pages) {
    const value = remaining[page]!
    score += value
    if (value > 0) gains += value
  }
  return { score, gains }
}
