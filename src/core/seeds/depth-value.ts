import type { Sliced } from './link-meter.ts'
import type { Judge, Worth } from './lazy-greedy.ts'
import type { Surroundings } from './seed-method.ts'

/** Sums in another order differ in their last digits; a bound must not be below for that. */
const ROUNDING = 1 + 1e-6

/**
 * Judges pages by the value not covered yet within `depth` hops of them.
 *
 * Covering a page takes its value away, so a sum of values that are not negative can only shrink,
 * and an old one bounds a new one. With penalties that is not so: a page is worth more once the
 * penalties near it are covered. The sum of what is above 0 still only shrinks and is never below
 * the score, so that bounds it then.
 */
export function* judgeByDepth(around: Surroundings): Sliced<Judge> {
  const { coverage, depth } = around
  const { reach, remaining, hasPenalties } = coverage
  const bounds = yield* countWalks(around)
  const sum = hasPenalties ? sumBoth : sumAll
  return {
    boundOf: (node) => bounds[node]!,
    *evaluate(node) {
      const count = yield* reach.search(node, depth)
      return sum(reach.found, count, remaining)
    },
  }
}

function sumAll(nodes: Uint32Array, count: number, values: Float64Array): Worth {
  let score = 0
  for (let i = 0; i < count; i++) score += values[nodes[i]!]!
  return { score, bound: score }
}

function sumBoth(nodes: Uint32Array, count: number, values: Float64Array): Worth {
  let [score, bound] = [0, 0]
  for (let i = 0; i < count; i++) {
    const value = values[nodes[i]!]!
    score += value
    if (value > 0) bound += value
  }
  return { score, bound }
}

/**
 * Bounds the value within `depth` hops of every page at once: the values at the ends of all walks of
 * up to `depth` links. A page that several walks lead to counts several times, so a bound may be too
 * high, up to the value there is.
 */
function* countWalks({ known, depth, meter }: Surroundings): Sliced<Float64Array> {
  const { nodeCount, outStart, outTarget } = known.graph
  const own = known.values.map((value) => Math.max(0, value))
  const total = own.reduce((sum, value) => sum + value, 0) * ROUNDING
  let bounds = own
  for (let hop = 0; hop < depth; hop++) {
    const next = new Float64Array(nodeCount)
    for (let node = 0; node < nodeCount; node++) {
      const end = outStart[node + 1]!
      let bound = own[node]!
      for (let edge = outStart[node]!; edge < end; edge++) bound += bounds[outTarget[edge]!]!
      next[node] = Math.min(bound * ROUNDING, total)
      meter.links += end - outStart[node]!
      if (meter.isPauseDue()) yield
    }
    bounds = next
  }
  return bounds
}
