import type { CampaignSummary } from '../campaign/results/campaign-summary.ts'

/** What a webhook may be told of. */
export const EVENTS = [
  'campaign.started',
  'campaign.resumed',
  'campaign.milestone',
  'campaign.paused',
  'campaign.completed',
  'campaign.cancelled',
  'campaign.failed',
  'page.relevant',
] as const
export type EventType = (typeof EVENTS)[number]

/** Pages are many: who wants them says so. */
export const USUAL_EVENTS: EventType[] = EVENTS.filter((type) => type !== 'page.relevant')

/** What is sent, after the Standard Webhooks: type, timestamp, data. */
export interface EventBody {
  type: EventType
  /** Of what it tells, not of the delivery. */
  timestamp: string
  data: {
    campaign: EventCampaign
    /** Per cent of the budget. */
    milestone?: number
    pages?: EventPage[]
  }
}

export type EventCampaign = Pick<
  CampaignSummary,
  'id' | 'name' | 'status' | 'statusReason' | 'budget' | 'fetched' | 'relevant' | 'score'
>

export interface EventPage {
  seq: number
  url: string
  title: string | null
  score: number
  depth: number
  fetchedAt: string
}

/** An event as it waits to be sent. */
export interface Happening {
  /** Sorts by age; the same however often it is saved or sent. */
  id: string
  /** The last record it tells of. */
  seq: number
  type: EventType
  at: number
  /** JSON, as it is sent: but for the pages, which are put in as far as D1 did not have them. */
  body: string
  pages?: EventPage[]
}
