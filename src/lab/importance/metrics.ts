import { CHO_PAGE_RANK, pageRank } from '../../lib/page-rank.ts'
import type { Graph } from '../../lib/sparse-graph.ts'

// The importance of pages by Cho, Garcia-Molina and Page (1998): one number a node, from the graph.

/** IB: how many pages link to a page. */
export function backlinks({ nodeCount, outTarget }: Graph): Float64Array {
  const counts = new Float64Array(nodeCount)
  for (const target of outTarget) counts[target]!++
  return counts
}

/** IR: PageRank on all links. */
export function pageRanks(graph: Graph): Float64Array {
  return pageRank(graph, CHO_PAGE_RANK)
}

/** IF: how many pages a page links to. */
export function forwardLinks({ nodeCount, outStart }: Graph): Float64Array {
  return Float64Array.from(
    { length: nodeCount },
    (_, node) => outStart[node + 1]! - outStart[node]!,
  )
}

/**
 * IL: what the URL alone tells. Fewer slashes are better, and so are `.com` and `home`; the paper
 * names these, and no formula.
 */
export function location(url: string): number {
  const slashes = url.split('/').length - 1
  return 1 / (1 + slashes) + (/\.com|home/i.test(url) ? 1 : 0)
}

/** IC = k1·IS + k2·IB: the part that is the page's own, and what each link to it adds. */
export interface Combination {
  own: Float64Array
  perLink: number
}

/** The weights make each of the two go from 0 to 1. */
export function combine(similarities: Float64Array, links: Float64Array): Combination {
  const k1 = 1 / (largest(similarities) || 1)
  return { own: similarities.map((value) => k1 * value), perLink: 1 / (largest(links) || 1) }
}

export function combined({ own, perLink }: Combination, links: Float64Array): Float64Array {
  return own.map((value, node) => value + perLink * links[node]!)
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}
