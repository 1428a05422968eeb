import { IndexedHeap } from '../../lib/indexed-heap.ts'
import { KnownLinks } from '../../core/graph/known-links.ts'
import type { NodeId } from '../../core/graph/node-table.ts'
import { RankFlow } from '../../core/rank/features/rank-flow.ts'
import { CHO_PAGE_RANK } from '../../lib/page-rank.ts'
import type { Graph } from '../../lib/sparse-graph.ts'
import { importanceOfRank } from './crawl-models.ts'

/** I': the importance of a visited page by what was visited so far. It must never shrink. */
export interface KnownImportance {
  visit: (node: number) => void
  value: (node: number) => number
}

/**
 * Limited buffer: the crawler keeps B pages and, when it is full, gives up the one that seems the
 * least important, which may be the new one; of several, the one visited last. The share of the
 * buffer that is as important as the B-th best page, when all is visited: an ideal crawl reaches 1,
 * and a random one B/T.
 */
export function limitedBuffer(
  visited: ArrayLike<number>,
  importance: ArrayLike<number>,
  size: number,
  known: KnownImportance,
): number {
  const buffer = keepBest(visited, size, known)
  const least = importanceOfRank(visited, importance, size)
  return buffer.filter((node) => importance[node]! >= least).length / size
}

function keepBest(visited: ArrayLike<number>, size: number, known: KnownImportance): number[] {
  // What a page was worth when last looked at. Values never shrink, so only the least need be looked at again.
  const seen: number[] = []
  const kept = new IndexedHeap((a, b) => (seen[a] === seen[b] ? a > b : seen[a]! < seen[b]!))
  for (let i = 0; i < visited.length; i++) {
    known.visit(visited[i]!)
    seen.push(known.value(visited[i]!))
    kept.add(i)
    if (kept.size <= size) continue
    for (;;) {
      const least = kept.first!
      const now = known.value(visited[least]!)
      if (now === seen[least]) break
      seen[least] = now
      kept.moved(least)
    }
    kept.delete(kept.first!)
  }
  return Array.from({ length: kept.size }, (_, place) => visited[kept.at(place)]!)
}

/** What a page tells of itself is known once it is visited. */
export function knownFromPage(importance: ArrayLike<number>): KnownImportance {
  return { visit: () => {}, value: (node) => importance[node]! }
}

/** IB': links seen so far, and IC' with them: each link adds `weight`. */
export function knownBacklinks(
  { nodeCount, outStart, outTarget }: Graph,
  own: ArrayLike<number> = new Float64Array(nodeCount),
  weight = 1,
): KnownImportance {
  const counts = new Uint32Array(nodeCount)
  return {
    visit: (node) => {
      for (const target of outTarget.subarray(outStart[node], outStart[node + 1])) counts[target]!++
    },
    value: (node) => own[node]! + weight * counts[node]!,
  }
}

/** IR': PageRank on the links seen so far, kept up to date as a campaign does. */
export function knownPageRanks({ nodeCount, outStart, outTarget }: Graph): KnownImportance {
  const links = new KnownLinks()
  const flow = new RankFlow(links, CHO_PAGE_RANK.damping, () => {})
  const isKnown = new Uint8Array(nodeCount)
  const add = (node: number) => {
    if (isKnown[node] === 0) flow.add(node as NodeId)
    isKnown[node] = 1
  }
  return {
    visit: (node) => {
      const targets = Array.from(
        outTarget.subarray(outStart[node], outStart[node + 1]),
        (target) => target as NodeId,
      )
      for (const known of [node, ...targets]) add(known)
      const page = { targets, linkScores: targets.map(() => 0) }
      links.add(node as NodeId, page)
      flow.crawled({ node: node as NodeId, score: 0, links: page })
    },
    value: (node) => flow.rank(node as NodeId),
  }
}
