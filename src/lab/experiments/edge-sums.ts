import type { Graph } from '../corpus/graph.ts'

/** What an edge adds to a sum. */
export type EdgeTerm = (edge: number, source: number, target: number) => number

/** For each node the sum over its in-links. Linear in the edges, as is the next. */
export function sumByTarget(graph: Graph, term: EdgeTerm): Float64Array {
  const sums = new Float64Array(graph.nodeCount)
  eachEdge(graph, (edge, source, target) => {
    sums[target]! += term(edge, source, target)
  })
  return sums
}

/** For each node the sum over its out-links. */
export function sumBySource(graph: Graph, term: EdgeTerm): Float64Array {
  const sums = new Float64Array(graph.nodeCount)
  eachEdge(graph, (edge, source, target) => {
    sums[source]! += term(edge, source, target)
  })
  return sums
}

function eachEdge(
  { nodeCount, outStart, outTarget }: Graph,
  visit: (edge: number, source: number, target: number) => void,
): void {
  for (let source = 0; source < nodeCount; source++) {
    const end = outStart[source + 1]!
    for (let edge = outStart[source]!; edge < end; edge++) visit(edge, source, outTarget[edge]!)
  }
}
