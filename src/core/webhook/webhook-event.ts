import type { CampaignSummary } from '../campaign/results/campaign-summary.ts'
import { timeDigits } from '../../lib/sortable-id.ts'
import type { Batch } from '../campaign/ports.ts'
import type { CrawledPage } from '../campaign/results/crawled-page.ts'
import type { TurningPoint } from '../campaign/state/turning-points.ts'

/** The events that a webhook may ask for. */
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

/** All but pages, of which there are many: those must be asked for. */
export const USUAL_EVENTS: EventType[] = EVENTS.filter((type) => type !== 'page.relevant')

/** The message that is sent, as Standard Webhooks define it: type, timestamp, data. */
export interface EventBody {
  type: EventType
  /** When the event happened, not when it was sent. */
  timestamp: string
  data: {
    campaign: EventCampaign
    /** Share of the budget that was spent, in per cent. */
    milestone?: number
    pages?: EventPage[]
  }
}

type EventCampaign = Pick<
  CampaignSummary,
  'id' | 'name' | 'status' | 'statusReason' | 'budget' | 'fetched' | 'relevant' | 'score'
>

interface EventPage {
  seq: number
  url: string
  title: string | null
  score: number
  depth: number
  fetchedAt: string
}

/** An event that waits to be sent. */
export interface WebhookEvent {
  /** Sorts by age. Saving or sending the event again does not change it. */
  id: string
  /** The last record that the event is about. */
  seq: number
  type: EventType
  at: number
  /** The message as JSON, without its pages: those that were not saved before are inserted. */
  body: string
  pages?: EventPage[]
}

/** The events of a batch of records. */
export function webhookEvents({
  campaign,
  turningPoints,
  pages,
  notifiedUpTo,
}: Batch): WebhookEvent[] {
  const told = turningPoints.map((point) => turningEvent(campaign, point))
  const news = pages.filter(({ seq }) => seq > notifiedUpTo)
  const relevant = relevantPages(campaign, news)
  return relevant === undefined ? told : [...told, relevant]
}

/** The event of a campaign that cannot be read. No record says so, so `seq` follows the last that was saved. */
export function unreadableEvent(campaign: CampaignSummary, seq: number, at: number): WebhookEvent {
  const data = { campaign: { ...facts(campaign), status: 'failed', statusReason: 'unreadable' } }
  return newEvent('campaign.failed', { seq, at }, data as EventBody['data'])
}

function turningEvent({ id, name }: CampaignSummary, point: TurningPoint): WebhookEvent {
  const campaign = facts({ id, name, ...point })
  const data = point.milestone === null ? { campaign } : { campaign, milestone: point.milestone }
  return newEvent(`campaign.${point.kind}`, point, data)
}

/** All pages in one event: a campaign may find many a second. */
function relevantPages(campaign: CampaignSummary, pages: CrawledPage[]): WebhookEvent | undefined {
  // A page that was labelled since is listed twice; the later entry counts.
  const bySeq = new Map(pages.map((page) => [page.seq, page]))
  const relevant = [...bySeq.values()].filter(({ score }) => score > 0)
  if (relevant.length === 0) return undefined
  const seq = Math.max(...relevant.map((page) => page.seq))
  const at = bySeq.get(seq)!.fetchedAt
  const event = newEvent('page.relevant', { seq, at }, { campaign: facts(campaign) })
  return { ...event, pages: relevant.map(pageFacts) }
}

/** Enough for any campaign's records, so that ids of one moment sort as well. */
const SEQ_DIGITS = 9

function newEvent(
  type: EventType,
  { seq, at }: { seq: number; at: number },
  data: EventBody['data'],
): WebhookEvent {
  const body: EventBody = { type, timestamp: isoTime(at), data }
  const [, what] = type.split('.')
  const place = String(seq).padStart(SEQ_DIGITS, '0')
  const id = `${timeDigits(at)}-${data.campaign.id}-${place}-${what}`
  return { id, seq, type, at, body: JSON.stringify(body) }
}

function facts(campaign: EventCampaign): EventCampaign {
  const { id, name, status, statusReason, budget, fetched, relevant, score } = campaign
  return { id, name, status, statusReason, budget, fetched, relevant, score: rounded(score) }
}

function pageFacts({ seq, url, title, score, depth, fetchedAt }: CrawledPage): EventPage {
  return {
    seq,
    url,
    title: title || null,
    score: rounded(score),
    depth,
    fetchedAt: isoTime(fetchedAt),
  }
}

/** Rounds a score as the API does. */
function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}
