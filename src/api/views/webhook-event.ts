import * as z from 'zod/mini'
import { EVENTS, type EventBody, type EventType } from '../../core/webhook/event.ts'
import { named } from '../description/named.ts'
import { EventCampaign } from './campaign.ts'
import { Count, Time } from './kinds.ts'

const EventPage = z.strictObject({
  seq: Count,
  url: z.string(),
  title: z.nullable(z.string()),
  score: z.number(),
  depth: Count,
  fetchedAt: Time,
})

/** What events of a kind tell beside the campaign. */
const DATA: Partial<Record<EventType, z.core.$ZodShape>> = {
  'campaign.milestone': {
    milestone: Count.check(z.describe('Of the budget, in per cent: 25, 50 or 75.')),
  },
  'page.relevant': { pages: z.array(EventPage) },
}

const bodyOf = (type: EventType) =>
  z
    .strictObject({
      type: z.literal(type),
      timestamp: Time.check(z.describe('Of what it tells, not of the delivery.')),
      data: z.strictObject({ campaign: EventCampaign, ...DATA[type] }),
    })
    .check(z.describe(`What is sent to webhooks for \`${type}\`.`))

/** What is sent to webhooks, by the name of the event: `CampaignStartedEvent` and so on. */
export const WEBHOOK_EVENTS = Object.fromEntries(
  EVENTS.map((type) => [
    type,
    named(`${type.split('.').map(capital).join('')}Event`, bodyOf(type)),
  ]),
) as unknown as Record<EventType, z.ZodMiniType<EventBody>>

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
