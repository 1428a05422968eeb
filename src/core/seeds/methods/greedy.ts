import { Positions } from '../../../lib/keyed-heap.ts'
import { DepthJudge } from '../depth-value.ts'
import { type Judge, LazyGreedy } from '../lazy-greedy.ts'
import type { Sliced } from '../link-meter.ts'
import { atOnce, describeMethod, type SeedPicks, type Surroundings } from '../seed-method.ts'

export const MAX_OUT = describeMethod({
  name: 'max_out',
  words: 'the page with the most links to pages not covered yet, one after the other',
  takesDepth: false,
  prepare: (around) => atOnce(pickLazily(new LinkJudge(around), around)),
})

export const MAX_WEIGHT = describeMethod({
  name: 'max_weight',
  words: 'the page with the most value not covered yet within `depth` hops, one after the other',
  takesDepth: true,
  *prepare(around) {
    const judge = new DepthJudge(around)
    yield* judge.beforePick()
    return pickLazily(judge, around)
  },
})

function pickLazily(judge: Judge, { coverage }: Surroundings) {
  const positions = new Positions()
  return function* (candidates: Uint32Array): SeedPicks {
    const greedy = new LazyGreedy(candidates, judge, positions)
    while (coverage.openPages > 0) {
      const node = yield* greedy.pick()
      if (node === undefined) return
      yield node
    }
  }
}

/** Counts links to pages not covered; a covered page itself is out of the graph. */
class LinkJudge implements Judge {
  readonly #around: Surroundings
  readonly #bounds: Uint32Array

  constructor(around: Surroundings) {
    const { outStart } = around.known.graph
    this.#around = around
    this.#bounds = outStart.subarray(1).map((end, node) => end - outStart[node]!)
  }

  boundOf(node: number): number {
    return this.#bounds[node]!
  }

  *evaluate(node: number): Sliced<number | undefined> {
    const { known, coverage, meter } = this.#around
    const { outStart, outTarget } = known.graph
    const { isCovered } = coverage
    if (isCovered[node] === 1) return undefined
    const end = outStart[node + 1]!
    let links = 0
    for (let edge = outStart[node]!; edge < end; edge++) links += 1 - isCovered[outTarget[edge]!]!
    meter.links += end - outStart[node]!
    if (meter.isPauseDue()) yield
    this.#bounds[node] = links
    return links
  }
}
