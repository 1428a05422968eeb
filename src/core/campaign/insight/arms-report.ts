import type { EstimatorName, PolicyName } from '../../rank/names.ts'
import type { ArmStats } from '../../rank/arm-selector.ts'
import type { CampaignState } from '../state/state.ts'

/** How the arms of a policy have done; a single estimator is the only arm. */
export interface ArmsReport extends Omit<ArmStats, 'phase'> {
  seq: number
  at: number
  policy: PolicyName
  /** Null where the policy never forgets. */
  phase: PhaseReport | null
}

/** The span between two resets. Steps count rewards, as `steps` does. */
interface PhaseReport {
  /** Counts from 1; 0 before the first choice. */
  number: number
  isExploring: boolean
  exploresUntilStep: number
  endsAtStep: number
  /** How many phases in a row have found the same arm to be the best. */
  confirmations: number
  winner: EstimatorName | null
}

export function armsReport({ seq, updatedAt, spec, ranker }: CampaignState): ArmsReport {
  const { phase, ...stats } = ranker.selector.stats()
  const { name, arms } = spec.policy
  return {
    seq,
    at: updatedAt,
    policy: name,
    ...stats,
    phase: phase
      ? {
          ...phase,
          isExploring: stats.steps < phase.exploresUntilStep,
          winner: phase.winner === undefined ? null : arms[phase.winner]!,
        }
      : null,
  }
}
