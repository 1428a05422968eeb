import type { CampaignState } from '../state/state.ts'
import type { Status } from '../status.ts'

/** `failed` when not even its log can be read. One that is being removed is not listed. */
export const LISTED_STATUSES = ['running', 'paused', 'completed', 'cancelled', 'failed'] as const
export type ListedStatus = (typeof LISTED_STATUSES)[number]

/** A campaign as lists show it. */
export interface CampaignSummary {
  id: string
  name: string
  status: ListedStatus
  statusReason: Status['statusReason'] | 'unreadable'
  budget: number
  fetched: number
  relevant: number
  score: number
  createdAt: number
  updatedAt: number
  nextTickAt: number | null
}

/** With whose it is: of a list that is known. */
export interface OwnedSummary extends CampaignSummary {
  owner: string
}

export function summarise(state: CampaignState): OwnedSummary {
  const { fetched, relevant, score } = state.counters
  return {
    id: state.id,
    owner: state.owner,
    name: state.spec.name,
    ...state.status,
    budget: state.spec.budget,
    fetched,
    relevant,
    score,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    // Of a fetch that is under way, too: should it be lost, somebody has to look.
    nextTickAt: state.reservation?.dueAt ?? state.nextTickAt,
  }
}
