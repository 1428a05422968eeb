import type { Graph } from '../../lib/sparse-graph.ts'
import type { Dataset } from '../experiment.ts'

/**
 * The part of a dataset that is nearest to some pages, so many pages of it, with the links between
 * them. Nodes are numbered by their distance, the given pages first; seed sets are left out.
 */
export function neighbourhoodOf(dataset: Dataset, from: readonly number[], pages: number): Dataset {
  const nodes = nearest(dataset.graph, from, pages)
  const { graph, edges } = inducedGraph(dataset.graph, nodes)
  const { scores, text, url } = dataset
  return {
    ...dataset,
    graph,
    scores: {
      topic: scores.topic,
      beta: Float32Array.from(nodes, (node) => scores.beta[node]!),
      alpha: Float32Array.from(edges, (edge) => scores.alpha[edge]!),
    },
    seedSets: [],
    url: (node) => url(nodes[node]!),
    text: text && {
      pageText: (node) => text.pageText(nodes[node]!),
      title: (node) => text.title(nodes[node]!),
      linkText: (edge) => text.linkText(edges[edge]!),
      anchorText: (edge) => text.anchorText(edges[edge]!),
    },
  }
}

/** The pages that are fewest links away from some, those first; so many of them. */
export function nearest(
  { outStart, outTarget }: Graph,
  from: readonly number[],
  pages: number,
): number[] {
  const seen = new Set(from)
  // A set visits what is added to it while it is walked: it is the queue too.
  for (const node of seen) {
    for (let edge = outStart[node]!; edge < outStart[node + 1]!; edge++) {
      if (seen.size >= pages) return [...seen]
      seen.add(outTarget[edge]!)
    }
  }
  return [...seen]
}

/** The graph of these nodes, by their places, and which edges of the whole its edges are. */
function inducedGraph(
  { outStart, outTarget }: Graph,
  nodes: readonly number[],
): { graph: Graph; edges: number[] } {
  const placeOf = new Map(nodes.map((node, place) => [node, place]))
  const start = new Uint32Array(nodes.length + 1)
  const edges: number[] = []
  for (const [place, node] of nodes.entries()) {
    for (let edge = outStart[node]!; edge < outStart[node + 1]!; edge++) {
      if (placeOf.has(outTarget[edge]!)) edges.push(edge)
    }
    start[place + 1] = edges.length
  }
  const place = (edge: number) => placeOf.get(outTarget[edge]!)!
  // The edges of a node are sorted by target, whose numbers are others now.
  const sorted = nodes.flatMap((_, node) =>
    edges.slice(start[node], start[node + 1]).toSorted((a, b) => place(a) - place(b)),
  )
  const graph = {
    nodeCount: nodes.length,
    edgeCount: sorted.length,
    outStart: start,
    outTarget: Uint32Array.from(sorted, place),
  }
  return { graph, edges: sorted }
}
