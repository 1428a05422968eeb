import { quickselect } from '../lib/top-k.ts'
import type { NodeId } from '../core/graph/node-table.ts'
import type { Ranker } from '../core/rank/ranker.ts'

/**
 * What a frontier of limited size loses once a page's links are in it (Pant, Srinivasan and Menczer
 * 2002): for each new link the worst that is there, even if the new one is worse. So the newest
 * stays, and of all others the best. What was chosen and waits for its turn has left the frontier.
 * Where a policy has several estimators, the first one judges.
 */
export function beyondBuffer(ranker: Ranker, buffer: number, newest: NodeId): NodeId[] {
  const { queue } = ranker.arms[0]!
  const { pending } = ranker.batch
  const excess = ranker.frontier.size - pending.length - buffer
  if (excess <= 0) return []
  const stays = new Set([newest, ...pending.map(({ node }) => node)])
  const others = queue.nodes().filter((node) => !stays.has(node as NodeId))
  const kept = others.length - excess
  quickselect(others, kept, (a, b) => queue.before(a as NodeId, b as NodeId))
  return Array.from(others.subarray(kept), (node) => node as NodeId)
}
