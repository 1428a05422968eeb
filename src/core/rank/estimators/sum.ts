import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import type { Estimator } from '../estimator.ts'
import { FIRST_LEVEL } from '../features/first-level.ts'
import { SUMS, type SumName } from '../kinds.ts'

/**
 * `fl_*` and `sl_*`: a sum over parents or siblings is the estimate itself, smoothed by the log,
 * which changes no order. The queue's key is the sum.
 */
export function sumEstimator(
  name: SumName,
  queue: Queue,
  secondLevel: (node: NodeId) => readonly number[],
): Estimator {
  const place = SUMS.indexOf(name)
  return {
    name,
    queue,
    estimate: (node) => Math.log1p(queue.value(node)),
    keyOf: (estimate) => Math.expm1(estimate),
    terms: (node) => ({ [name]: queue.value(node) }),
    returned: (node, sums) => sums[place] ?? secondLevel(node)[place - FIRST_LEVEL.length]!,
  }
}
