import { CHO_PAGE_RANK, pageRank } from '../../lib/page-rank.ts'
import type { Graph } from '../../lib/sparse-graph.ts'
import { recorded } from '../experiments/ordering-crawls.ts'
import { knownPageRanks } from './limited-buffer.ts'

/** How close the ranks of a crawl's frontier were to those solved anew. */
export interface RankAccuracy {
  /** Pages visited. */
  pages: number
  /** The mean over the frontier, relative to the exact rank. */
  meanError: number
  /** How many of the hundred best are among the exact hundred best, as a share. */
  topShared: number
}

const TOP = 100

/** Looks at the frontier after each of these shares of the crawl. */
export function rankAccuracy(
  graph: Graph,
  visited: Uint32Array,
  shares: readonly number[],
): RankAccuracy[] {
  const known = knownPageRanks(graph)
  const frontier = new Set<number>()
  let done = 0
  return shares.map((share) => {
    const pages = Math.round(share * visited.length)
    for (; done < pages; done++) {
      const node = visited[done]!
      known.visit(node)
      for (let edge = graph.outStart[node]!; edge < graph.outStart[node + 1]!; edge++) {
        frontier.add(graph.outTarget[edge]!)
      }
    }
    const seen = new Set(visited.subarray(0, pages))
    const waiting = [...frontier].filter((node) => !seen.has(node))
    const exact = pageRank(recorded(graph, [...seen]), { ...CHO_PAGE_RANK, tolerance: 1e-8 })
    return { pages, ...compare(waiting, known.value, (node) => exact[node]!) }
  })
}

type Rank = (node: number) => number

function compare(nodes: readonly number[], rank: Rank, exact: Rank) {
  const errors = nodes.map((node) => Math.abs(rank(node) - exact(node)) / exact(node))
  const best = new Set(topOf(nodes, exact))
  const shared = topOf(nodes, rank).filter((node) => best.has(node))
  return {
    meanError: errors.reduce((sum, error) => sum + error, 0) / Math.max(1, nodes.length),
    topShared: best.size === 0 ? 1 : shared.length / best.size,
  }
}

function topOf(nodes: readonly number[], rank: Rank): number[] {
  return nodes.toSorted((a, b) => rank(b) - rank(a) || a - b).slice(0, TOP)
}
