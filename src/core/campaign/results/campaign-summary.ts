import { nextTickAt, type Status } from '../status.ts'
import type { CampaignState } from '../state/state.ts'

/** `failed`: not even the campaign's log can be read. A campaign being removed is not listed. */
export const LISTED_STATUSES = ['running', 'paused', 'completed', 'cancelled', 'failed'] as const
export type ListedStatus = (typeof LISTED_STATUSES)[number]

/** A campaign, as lists show it. */
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

/** A summary that says whose campaign it is; a list of one owner's campaigns leaves that out. */
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
    // Also set while a fetch is under way: should that be lost, the heartbeat has to look.
    nextTickAt: state.schedule.reservations.first?.dueAt ?? nextTickAt(state),
  }
}

/** All campaigns of an owner at a glance. */
export interface Overview {
  /** How many campaigns there are in each status that occurs. */
  byStatus: { status: CampaignSummary['status']; campaigns: number }[]
  /** The newest running campaigns. */
  running: RunningCampaign[]
}

export type RunningCampaign = Pick<
  CampaignSummary,
  'id' | 'name' | 'budget' | 'fetched' | 'relevant' | 'score' | 'updatedAt'
>
