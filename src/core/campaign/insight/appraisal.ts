import { quantise } from '../../../lib/fixed-point.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Estimator } from '../../rank/estimator.ts'
import type { Terms } from '../../rank/terms.ts'
import type { EstimatorName } from '../../rank/names.ts'
import type { Ranker } from '../../rank/ranker.ts'
import { appraise } from '../../rank/strategy.ts'

/** What is expected of a node of the frontier, as finely as a decision would be recorded. */
export interface Appraisal {
  /** Null for what goes before everything else: nobody estimates it. */
  estimate: number | null
  terms: Terms
  /** By each arm. */
  estimates: Partial<Record<EstimatorName, number>>
}

export const NOT_APPRAISED: Appraisal = { estimate: null, terms: {}, estimates: {} }

/** By the arm in favour, or the one that chose it along with others. Changes nothing. */
export function appraisalOf(node: NodeId, ranker: Ranker): Appraisal {
  const pending = ranker.pending.find((other) => other.node === node)
  const { estimate, terms } = pending ?? appraise(ranker.favourite, node)
  return {
    estimate: estimate === undefined ? null : quantise(estimate),
    terms: quantisedAll(terms),
    estimates: quantisedAll(estimatesOf(node, ranker.arms)),
  }
}

function estimatesOf(node: NodeId, arms: readonly Estimator[]): Terms {
  const estimates = arms.map((arm) => [arm.name, appraise(arm, node).estimate] as const)
  return Object.fromEntries(
    estimates.filter((entry): entry is [EstimatorName, number] => entry[1] !== undefined),
  )
}

function quantisedAll(values: Terms): Terms {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, quantise(value)] as const),
  )
}
