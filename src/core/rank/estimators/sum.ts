import type { NodeId } from '../../graph/node-table.ts'
import type { Queue } from '../../graph/queue.ts'
import type { Estimator } from '../estimator.ts'
import type { FirstLevelName } from '../features/first-level.ts'
import type { SecondLevelName } from '../features/second-level.ts'

/**
 * `fl_*` and `sl_*`: a sum over parents or siblings is the estimate itself, smoothed by the log,
 * which changes no order. The queue's key is the sum.
 */
export function sumEstimator(name: FirstLevelName | SecondLevelName, queue: Queue): Estimator {
  return {
    name,
    queue,
    estimate: (node: NodeId) => Math.log1p(queue.value(node)),
    keyOf: (estimate) => Math.expm1(estimate),
    terms: (node) => ({ [name]: queue.value(node) }),
  }
}
