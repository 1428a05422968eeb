import type { Graph } from '../../lib/sparse-graph.ts'

/** What seeds are selected on. */
export interface KnownGraph {
  graph: Graph
  /** w of each page; may be negative (penalties). */
  values: Float64Array
  /** Pages that may be selected; all where undefined (in a campaign only pages that were read). */
  isCandidate?: Uint8Array | undefined
  /** The site of each page, by number; needed for an allocation over sites only. */
  siteOf?: Uint32Array | undefined
}

/** The pages that may be selected, in ascending order. */
export function candidatesOf({ graph, isCandidate }: KnownGraph): Uint32Array {
  const nodes = new Uint32Array(graph.nodeCount)
  let count = 0
  for (let node = 0; node < nodes.length; node++) {
    if (isCandidate === undefined || isCandidate[node] === 1) nodes[count++] = node
  }
  return nodes.subarray(0, count)
}
