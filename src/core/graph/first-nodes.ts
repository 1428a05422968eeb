import type { KeyedHeap } from '../../lib/keyed-heap.ts'
import { firstOfHeap } from '../../lib/top-k.ts'
import type { NodeId } from './node-table.ts'

/** Heaps of nodes in an order of which each knows which come right after it. */
interface HeapOrder {
  size: number
  at: (rank: number) => KeyedHeap
  below: (rank: number) => number[]
}

/** A node by where it stands: its heap among others, and its place in that heap. */
interface NodePlace {
  rank: number
  place: number
}

/**
 * The first `count` nodes of several heaps. The next after a node are those below it in its heap,
 * and after the first of a heap also the heaps below.
 */
export function firstNodes(
  count: number,
  heaps: HeapOrder,
  before: (a: NodeId, b: NodeId) => boolean,
): NodeId[] {
  const nodeAt = ({ rank, place }: NodePlace) => heaps.at(rank).at(place) as NodeId
  const below = ({ rank, place }: NodePlace): NodePlace[] => {
    const within = heaps.at(rank).below(place)
    const nodes = within.map((next) => ({ rank, place: next }))
    if (place > 0) return nodes
    return [...nodes, ...heaps.below(rank).map((next) => ({ rank: next, place: 0 }))]
  }
  const root = heaps.size > 0 ? { rank: 0, place: 0 } : undefined
  return firstOfHeap(root, count, below, (a, b) => before(nodeAt(a), nodeAt(b))).map(nodeAt)
}
