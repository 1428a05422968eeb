import { quickselect } from '../../lib/top-k.ts'
import type { NodeId } from '../graph/node-table.ts'
import type { Estimator } from './estimator.ts'

/**
 * Marks at most `count` nodes of the frontier: each arm names as many of its best as the others,
 * those that come last only where there are no others.
 */
export function bestOfEach(
  arms: readonly Estimator[],
  count: number,
  comesLast: (node: NodeId) => boolean,
): Uint8Array {
  const share = Math.floor(count / arms.length)
  // A byte for each id instead of a set: this is called when memory is short.
  const marks = new Uint8Array(
    arms[0]!.queue.nodes().reduce((most, id) => Math.max(most, id), 0) + 1,
  )
  for (const { queue } of arms) {
    const ids = queue.nodes()
    quickselect(ids, share, (a, b) => {
      const isLast = comesLast(a as NodeId)
      return isLast === comesLast(b as NodeId) ? queue.before(a as NodeId, b as NodeId) : !isLast
    })
    for (const id of ids.subarray(0, share)) marks[id] = 1
  }
  return marks
}
