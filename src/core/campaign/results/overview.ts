import type { CampaignSummary } from './campaign-summary.ts'

/** All campaigns of an owner at a glance. */
export interface Overview {
  /** How many there are of each status, where there are any. */
  byStatus: { status: CampaignSummary['status']; campaigns: number }[]
  /** The newest of those that run. */
  running: RunningCampaign[]
}

export type RunningCampaign = Pick<
  CampaignSummary,
  'id' | 'name' | 'budget' | 'fetched' | 'relevant' | 'score' | 'updatedAt'
>
