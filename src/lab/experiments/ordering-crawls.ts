import { draw } from '../../lib/draw.ts'
import { fingerprint } from '../../lib/fingerprint.ts'
import { CHO_PAGE_RANK, pageRank } from '../../lib/page-rank.ts'
import type { Graph } from '../../lib/sparse-graph.ts'
import { wordScoresFor } from '../corpus/word-scores.ts'
import type { Dataset, LabOptions } from '../experiment.ts'
import type { PlannedPolicy } from '../policies.ts'
import { Replay } from '../replay.ts'

/** Candidates looked at for each start. */
const TRIES = 8

/**
 * Where crawls start: some pages each, drawn among all, that lead to at least half as much as the
 * best of those looked at. A page that leads nowhere would start no crawl.
 */
export function drawStarts(
  graph: Graph,
  { seedSets, seedSize, seed }: Pick<LabOptions, 'seedSets' | 'seedSize' | 'seed'>,
): number[][] {
  const candidates = Array.from({ length: TRIES * seedSets }, (_, set) =>
    Array.from(
      { length: seedSize },
      (_item, i) => draw(draw(seed, set), fingerprint(`start ${i}`).low) % graph.nodeCount,
    ),
  ).map((pages) => ({ pages: [...new Set(pages)], reach: countReachable(graph, pages) }))
  const most = Math.max(...candidates.map(({ reach }) => reach))
  return candidates
    .filter(({ reach }) => 2 * reach >= most)
    .slice(0, seedSets)
    .map(({ pages }) => pages)
}

function countReachable({ nodeCount, outStart, outTarget }: Graph, from: readonly number[]) {
  const isSeen = new Uint8Array(nodeCount)
  const ahead = [...new Set(from)]
  for (const node of ahead) isSeen[node] = 1
  let count = 0
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    count++
    for (let edge = outStart[node]!; edge < outStart[node + 1]!; edge++) {
      const target = outTarget[edge]!
      if (isSeen[target] === 0) ahead.push(target)
      isSeen[target] = 1
    }
  }
  return count
}

/** All that can be reached, in the order in which a policy visits it; the start comes first. */
export function visitAll(
  dataset: Dataset,
  start: readonly number[],
  { key, policy }: PlannedPolicy,
  { seed, ties }: Pick<LabOptions, 'seed' | 'ties'>,
): Uint32Array {
  const { graph, scores } = dataset
  const words = wordScoresFor(policy, dataset)
  const randomSeed = draw(seed, fingerprint(`${scores.topic} ${key}`).low)
  const steps = graph.nodeCount
  const replay = new Replay({ graph, scores, words, seeds: start, policy, ties, randomSeed, steps })
  const visited = [...start]
  for (const { node } of replay.steps()) visited.push(node)
  return Uint32Array.from(visited)
}

/**
 * Algorithm 5.1 by IR' to the letter, but that PageRank on the recorded links is solved anew every
 * so many pages only: until then the queue stays as it is, and what is new joins its end.
 */
export function visitByRecomputedRank(
  graph: Graph,
  start: readonly number[],
  every: number,
): Uint32Array {
  const { outStart, outTarget } = graph
  const isSeen = new Uint8Array(graph.nodeCount)
  for (const node of start) isSeen[node] = 1
  const visited: number[] = []
  let queue = [...start]
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!
    visited.push(node)
    for (const target of outTarget.subarray(outStart[node], outStart[node + 1])) {
      if (isSeen[target] === 0) queue.push(target)
      isSeen[target] = 1
    }
    if (visited.length % every > 0) continue
    const ranks = pageRank(recorded(graph, visited), { ...CHO_PAGE_RANK, tolerance: 1e-4 })
    queue = queue.slice(at + 1).toSorted((a, b) => ranks[b]! - ranks[a]!)
    at = -1
  }
  return Uint32Array.from(visited)
}

/** The graph with the links of the visited pages alone. */
export function recorded({ nodeCount, outStart, outTarget }: Graph, visited: readonly number[]) {
  const start = new Uint32Array(nodeCount + 1)
  for (const node of visited) start[node + 1] = outStart[node + 1]! - outStart[node]!
  for (let node = 0; node < nodeCount; node++) start[node + 1]! += start[node]!
  const target = new Uint32Array(start[nodeCount]!)
  for (const node of visited) {
    target.set(outTarget.subarray(outStart[node], outStart[node + 1]), start[node])
  }
  return { nodeCount, edgeCount: target.length, outStart: start, outTarget: target }
}
