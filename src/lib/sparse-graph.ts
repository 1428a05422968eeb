/**
 * A directed graph in compressed sparse rows: the edges of node u are those numbered
 * `outStart[u]` to `outStart[u + 1] - 1`, sorted by target. No self-loops, no parallel edges.
 */
export interface Graph {
  readonly nodeCount: number
  readonly edgeCount: number
  /** `nodeCount + 1` entries. */
  readonly outStart: Uint32Array
  readonly outTarget: Uint32Array
}

/** The graph with every edge turned round. */
export function transpose({ nodeCount, edgeCount, outStart, outTarget }: Graph): Graph {
  const start = new Uint32Array(nodeCount + 1)
  for (const target of outTarget) start[target + 1]!++
  for (let node = 0; node < nodeCount; node++) start[node + 1]! += start[node]!
  const next = start.slice()
  const target = new Uint32Array(edgeCount)
  for (let source = 0; source < nodeCount; source++) {
    for (let edge = outStart[source]!; edge < outStart[source + 1]!; edge++) {
      target[next[outTarget[edge]!]!++] = source
    }
  }
  return { nodeCount, edgeCount, outStart: start, outTarget: target }
}
