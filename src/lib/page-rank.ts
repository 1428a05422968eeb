import type { Graph } from './sparse-graph.ts'

interface PageRankOptions {
  /** d: how much of its rank a node hands on. */
  damping: number
  /** No rank moves by more in the last round. */
  tolerance: number
  maxRounds: number
}

/** The settings of the crawler in Cho, Garcia-Molina and Page 1998. */
export const CHO_PAGE_RANK: PageRankOptions = { damping: 0.9, tolerance: 1e-6, maxRounds: 500 }

/**
 * PageRank as Cho, Garcia-Molina and Page (1998) print it: IR(p) = (1-d) + d·ΣIR(t)/c(t) over the
 * pages t that link to p, c(t) the number of links of t. What a page without links has is handed to
 * nobody.
 */
export function pageRank(graph: Graph, options: PageRankOptions): Float64Array {
  const slices = pageRankSlices(graph, options)
  for (;;) {
    const slice = slices.next()
    if (slice.done === true) return slice.value
  }
}

/** The same, with a pause every now and then; yields the links looked at since the last one. */
export function* pageRankSlices(
  graph: Graph,
  options: PageRankOptions,
  edgesASlice = graph.edgeCount,
): Generator<number, Float64Array> {
  const { damping, tolerance, maxRounds } = options
  let ranks = new Float64Array(graph.nodeCount).fill(1 - damping)
  for (let round = 0; round < maxRounds; round++) {
    const next = new Float64Array(graph.nodeCount).fill(1 - damping)
    let paused = 0
    for (let node = 0; node < graph.nodeCount; node++) {
      handOn(graph, node, damping * ranks[node]!, next)
      const read = graph.outStart[node + 1]! - paused
      if (read < edgesASlice) continue
      paused += read
      yield read
    }
    yield graph.edgeCount - paused
    const change = largestChange(ranks, next)
    ranks = next
    if (change <= tolerance) break
  }
  return ranks
}

function handOn({ outStart, outTarget }: Graph, node: number, rank: number, next: Float64Array) {
  const [first, end] = [outStart[node]!, outStart[node + 1]!]
  const share = rank / (end - first)
  for (let edge = first; edge < end; edge++) next[outTarget[edge]!]! += share
}

function largestChange(before: Float64Array, after: Float64Array): number {
  let largest = 0
  for (let i = 0; i < after.length; i++) {
    largest = Math.max(largest, Math.abs(after[i]! - before[i]!))
  }
  return largest
}
