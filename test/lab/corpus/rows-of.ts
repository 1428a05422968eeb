import type { Graph } from '../../../src/lib/sparse-graph.ts'

/** The targets of each node, as lists. */
export function rowsOf({ nodeCount, outStart, outTarget }: Graph): number[][] {
  return Array.from({ length: nodeCount }, (_, node) => [
    ...outTarget.subarray(outStart[node], outStart[node + 1]),
  ])
}

/** Whether a graph is what its type promises. */
export function isSound(graph: Graph): boolean {
  const rows = rowsOf(graph)
  return (
    graph.outStart.length === graph.nodeCount + 1 &&
    graph.outStart[0] === 0 &&
    graph.outStart[graph.nodeCount] === graph.edgeCount &&
    graph.outTarget.length === graph.edgeCount &&
    rows.every((row, node) => isSoundRow(row, node, graph.nodeCount))
  )
}

function isSoundRow(row: number[], node: number, nodeCount: number): boolean {
  return row.every(
    (target, index) =>
      target !== node && target < nodeCount && (index === 0 || row[index - 1]! < target),
  )
}
