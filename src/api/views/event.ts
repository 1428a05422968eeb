import * as z from 'zod/mini'
import { EVENTS, type EventBody, type EventType } from '../../core/webhook/webhook-event.ts'
import { named } from '../description/schemas.ts'
import { EventCampaign, CampaignView, progressView } from './campaign.ts'
import { Count, Time, isoTimeOrNull } from './kinds.ts'
import type { PageNews, LiveFigures } from '../../core/campaign/insight/news.ts'
import { PageView, pageView } from './page.ts'

const EventPage = z.strictObject({
  seq: Count,
  url: z.string(),
  title: z.nullable(z.string()),
  score: z.number(),
  depth: Count,
  fetchedAt: Time,
})

/** The data of an event beside the campaign. */
const DATA: Partial<Record<EventType, z.core.$ZodShape>> = {
  'campaign.milestone': {
    milestone: Count.check(z.describe('Per cent of the budget spent: 25, 50 or 75.')),
  },
  'page.relevant': { pages: z.array(EventPage) },
}

const bodyOf = (type: EventType) =>
  z
    .strictObject({
      type: z.literal(type),
      timestamp: Time.check(z.describe('When it happened, not when it was delivered.')),
      data: z.strictObject({ campaign: EventCampaign, ...DATA[type] }),
    })
    .check(z.describe(`The body sent to webhooks for \`${type}\`.`))

/** The bodies sent to webhooks, by event: `CampaignStartedEvent` and so on. */
export const WEBHOOK_EVENTS = Object.fromEntries(
  EVENTS.map((type) => [
    type,
    named(`${type.split('.').map(capital).join('')}Event`, bodyOf(type)),
  ]),
) as unknown as Record<EventType, z.ZodMiniType<EventBody>>

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const { id: campaignId, status, statusReason, progress, nextTickAt } = CampaignView.shape

export const CampaignUpdate = named(
  'CampaignUpdate',
  z
    .strictObject({ id: campaignId, status, statusReason, progress, nextTickAt })
    .check(z.describe('The state of a campaign: the data of a `campaign` event.')),
)

export function campaignUpdate(figures: LiveFigures): z.infer<typeof CampaignUpdate> {
  return {
    id: figures.id,
    status: figures.status,
    statusReason: figures.statusReason,
    progress: progressView(figures),
    nextTickAt: isoTimeOrNull(figures.nextTickAt),
  }
}

export const PageUpdateView = named(
  'PageUpdate',
  z
    .strictObject({
      ...PageView.shape,
      replaces: z
        .nullable(Count)
        .check(z.describe('The `seq` of the failed attempt that it replaces; else null.')),
    })
    .check(z.describe('A page that was fetched or labelled: the data of a `page` event.')),
)

export function pageUpdate({ page, replaces }: PageNews): z.infer<typeof PageUpdateView> {
  return { ...pageView(page), replaces: replaces || null }
}
