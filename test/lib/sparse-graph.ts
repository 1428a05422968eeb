import fc from 'fast-check'
import type { Graph } from '../../src/lib/sparse-graph.ts'

type Edge = readonly [source: number, target: number]

/** A graph of these edges; self-loops and repetitions are left out, as in any `Graph`. */
export function graphOf(nodeCount: number, edges: readonly Edge[]): Graph {
  const rows = Array.from({ length: nodeCount }, () => new Set<number>())
  for (const [source, target] of edges) if (source !== target) rows[source]!.add(target)
  const targets = rows.map((row) => [...row].toSorted((a, b) => a - b))
  const outStart = new Uint32Array(nodeCount + 1)
  for (const [node, row] of targets.entries()) outStart[node + 1] = outStart[node]! + row.length
  return {
    nodeCount,
    edgeCount: outStart[nodeCount]!,
    outStart,
    outTarget: Uint32Array.from(targets.flat()),
  }
}

export function edgesOf({ nodeCount, outStart, outTarget }: Graph): Edge[] {
  return Array.from({ length: nodeCount }, (_, source) =>
    Array.from(outTarget.subarray(outStart[source], outStart[source + 1]), (target): Edge => [
      source,
      target,
    ]),
  ).flat()
}

/** Graphs of any shape: without edges, of one node, in pieces, dense. */
export function anyGraph(maxNodes = 12): fc.Arbitrary<Graph> {
  return fc.integer({ min: 1, max: maxNodes }).chain((nodes) => {
    const node = fc.nat(nodes - 1)
    return fc
      .array(fc.tuple(node, node), { maxLength: 4 * nodes })
      .map((edges) => graphOf(nodes, edges))
  })
}
