import { draw } from '../../../lib/draw.ts'
import { KeyedHeap, Positions } from '../../../lib/keyed-heap.ts'
import { rankPages } from '../importance.ts'
import { atOnce, describeMethod, type SeedPicks } from '../seed-method.ts'

const TWO_TO_32 = 2 ** 32

export const RANDOM = describeMethod({
  name: 'random',
  words: 'pages drawn by chance',
  takesDepth: false,
  prepare({ randomSeed }) {
    let draws = 0
    const below = (limit: number) => Math.floor((draw(randomSeed, draws++) / TWO_TO_32) * limit)
    return atOnce((candidates) => pickShuffled(candidates, below))
  },
})

export const PAGE_RANK = describeMethod({
  name: 'page_rank',
  words: 'the pages with the highest PageRank',
  takesDepth: false,
  *prepare({ known, meter }) {
    const ranks = yield* rankPages(known.graph, meter)
    const positions = new Positions()
    return (candidates) => pickHighest(candidates, (node) => ranks[node]!, positions)
  },
})

export const OUT_DEGREE = describeMethod({
  name: 'out_degree',
  words: 'the pages with the most links',
  takesDepth: false,
  prepare({ known }) {
    const { outStart } = known.graph
    const degreeOf = (node: number) => outStart[node + 1]! - outStart[node]!
    const positions = new Positions()
    return atOnce((candidates) => pickHighest(candidates, degreeOf, positions))
  },
})

/** A Fisher-Yates shuffle, as far as it is asked for. */
function* pickShuffled(candidates: Uint32Array, below: (limit: number) => number): SeedPicks {
  const left = candidates.slice()
  for (let count = left.length; count > 0; count--) {
    const place = below(count)
    yield left[place]
    left[place] = left[count - 1]!
  }
}

/** The highest key first, of equal ones the lowest number. */
function* pickHighest(
  candidates: Uint32Array,
  keyOf: (node: number) => number,
  positions: Positions,
): SeedPicks {
  positions.reserve(candidates.at(-1) ?? 0)
  const keys = new Float64Array(candidates.length)
  const heap = new KeyedHeap(keys, positions, (a, b) => a < b)
  for (const node of candidates) heap.add(node, keyOf(node))
  while (heap.size > 0) {
    const { first } = heap
    heap.delete(first)
    yield first
  }
}
