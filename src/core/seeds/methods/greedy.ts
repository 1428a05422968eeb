import { Positions } from '../../../lib/keyed-heap.ts'
import { judgeByDepth } from '../depth-value.ts'
import { type Judge, LazyGreedy } from '../lazy-greedy.ts'
import { atOnce, describeMethod, type SeedPicks, type Surroundings } from '../seed-method.ts'

export const MAX_OUT = describeMethod({
  name: 'max_out',
  words: 'the page with the most links to pages not covered yet, one after the other',
  takesDepth: false,
  prepare: (around) => atOnce(pickLazily(judgeByLinks(around), around)),
})

export const MAX_WEIGHT = describeMethod({
  name: 'max_weight',
  words: 'the page with the most value not covered yet within `depth` hops, one after the other',
  takesDepth: true,
  *prepare(around) {
    return pickLazily(yield* judgeByDepth(around), around)
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

/** Links to pages not covered; a covered page itself is out of the graph. */
function judgeByLinks({ known, coverage, meter }: Surroundings): Judge {
  const { outStart, outTarget } = known.graph
  const { isCovered } = coverage
  return {
    boundOf: (node) => outStart[node + 1]! - outStart[node]!,
    *evaluate(node) {
      if (isCovered[node] === 1) return undefined
      let score = 0
      const end = outStart[node + 1]!
      for (let edge = outStart[node]!; edge < end; edge++) score += 1 - isCovered[outTarget[edge]!]!
      meter.links += end - outStart[node]!
      if (meter.isPauseDue()) yield
      return { score, bound: score }
    },
  }
}
