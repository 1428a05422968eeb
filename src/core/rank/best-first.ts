import { draw } from '../../lib/draw.ts'
import type { NodeId, NodeTable } from '../graph/node-table.ts'

export const TIES = ['fifo', 'random'] as const
export type Ties = (typeof TIES)[number]

/**
 * Seeds first, then the higher estimate. Most links promise nothing, so most of a crawl is decided
 * among equals: the rule for ties is part of the policy, first in first out unless asked otherwise.
 */
export function bestFirst(
  nodes: NodeTable,
  ties: Ties,
  randomSeed: number,
): (a: NodeId, b: NodeId) => boolean {
  const beforeAmongEquals = TIE_RULES[ties](randomSeed)
  return (a, b) => {
    const seeds = Number(nodes.isSeed(a)) - Number(nodes.isSeed(b))
    if (seeds !== 0) return seeds > 0
    const lead = nodes.estimate(a) - nodes.estimate(b)
    return lead === 0 ? beforeAmongEquals(a, b) : lead > 0
  }
}

const TIE_RULES: Record<Ties, (randomSeed: number) => (a: NodeId, b: NodeId) => boolean> = {
  fifo: () => (a, b) => a < b,
  random: (randomSeed) => (a, b) => {
    const lead = draw(randomSeed, a) - draw(randomSeed, b)
    return lead === 0 ? a < b : lead < 0
  },
}
