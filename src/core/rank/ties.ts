import { draw } from '../../lib/draw.ts'
import type { NodeId } from '../graph/node-table.ts'

export const TIES = ['fifo', 'random', 'lifo'] as const
export type Ties = (typeof TIES)[number]

/**
 * Which of two nodes with equal estimates comes first. Most links promise nothing, so most of a
 * crawl is decided among equals: this is part of the policy, first in first out unless asked
 * otherwise. Ids are given in order of discovery.
 */
export function tieRule(ties: Ties, randomSeed: number): (a: NodeId, b: NodeId) => boolean {
  switch (ties) {
    case 'fifo':
      return (a, b) => a < b
    case 'lifo':
      return (a, b) => a > b
    case 'random':
      return (a, b) => {
        const lead = draw(randomSeed, a) - draw(randomSeed, b)
        return lead === 0 ? a < b : lead < 0
      }
  }
}
