import { CHO_PAGE_RANK, pageRank } from '../../../../src/lib/page-rank.ts'
import { graphOf } from '../../../lib/sparse-graph.ts'
import { crawlOrder, frontierOf, linksOf, type Known } from './known.ts'

/** PageRank solved on all recorded links: those of the crawled pages (C98, algorithm 5.1). */
export function pageRankEstimates(known: Known): Map<number, number> {
  const { graph } = known
  const edges = crawlOrder(known).flatMap((from) =>
    linksOf(graph, from).map(({ to }): [number, number] => [from, to]),
  )
  const ranks = pageRank(graphOf(graph.nodeCount, edges), { ...CHO_PAGE_RANK, tolerance: 1e-9 })
  return new Map(frontierOf(known).map((node) => [node, ranks[node]!]))
}
