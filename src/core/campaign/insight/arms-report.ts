import type { EstimatorName, PolicyName } from '../../rank/names.ts'
import type { Standing } from '../../rank/ranker.ts'
import type { CampaignState } from '../state/state.ts'

/** How the arms of a policy do; a policy of one estimator has one arm. */
export interface ArmsReport extends Omit<Standing, 'phase'> {
  seq: number
  at: number
  policy: PolicyName
  /** Null where the policy never forgets. */
  phase: PhaseReport | null
}

/** Between two resets. Steps count the rewards so far, as `steps` does. */
interface PhaseReport {
  /** From 1; 0 before the first choice. */
  number: number
  isExploring: boolean
  exploresUntilStep: number
  endsAtStep: number
  /** How often in a row exploring has found the same arm to be the best. */
  confirmations: number
  winner: EstimatorName | null
}

export function armsReport({ seq, updatedAt, spec, ranker }: CampaignState): ArmsReport {
  const { phase, ...standing } = ranker.standing()
  const { name, arms } = spec.policy
  return {
    seq,
    at: updatedAt,
    policy: name,
    ...standing,
    phase: phase
      ? {
          ...phase,
          isExploring: standing.steps < phase.exploresUntilStep,
          winner: phase.winner === undefined ? null : arms[phase.winner]!,
        }
      : null,
  }
}
