import * as z from 'zod/mini'
import { EVENTS } from '../../core/webhook/event.ts'
import { DELIVERY_STATES, type Delivery } from '../../core/webhook/webhook.ts'
import { named } from '../description/named.ts'
import { Count, isoTime, isoTimeOrNull, NextPart, Time, TimeOrNull } from './kinds.ts'
import { ATTEMPT } from './webhook.ts'

const EXAMPLE = {
  id: '01k9x2q4f0-01k9x2m7qe4h8v3c5d-000000121-completed',
  type: 'campaign.completed' as const,
  campaign: '01k9x2m7qe4h8v3c5d',
  status: 'delivered' as const,
  attempts: 1,
  responseStatus: 204,
  error: null,
  createdAt: '2026-11-16T09:20:00.000Z',
  attemptedAt: '2026-11-16T09:20:01.000Z',
  nextAttemptAt: null,
}

export const DeliveryView = named(
  'Delivery',
  z
    .strictObject({
      id: z.string().check(z.describe('Of the event: what it is sent with as `webhook-id`.')),
      type: z.enum(EVENTS),
      campaign: z.string(),
      status: z.enum(DELIVERY_STATES),
      attempts: Count,
      ...ATTEMPT,
      createdAt: Time,
      attemptedAt: TimeOrNull.check(z.describe('The last attempt; null before the first.')),
      nextAttemptAt: TimeOrNull.check(z.describe('Null: there will be none.')),
    })
    .check(z.describe('An event that was sent, or is to be.')),
  EXAMPLE,
)

export const DeliveryList = named(
  'DeliveryList',
  z
    .strictObject({ deliveries: z.array(DeliveryView), next: NextPart })
    .check(z.describe('Deliveries, newest first.')),
  { deliveries: [EXAMPLE], next: null },
)

export function deliveryView(delivery: Delivery): z.infer<typeof DeliveryView> {
  return {
    ...delivery,
    createdAt: isoTime(delivery.createdAt),
    attemptedAt: isoTimeOrNull(delivery.attemptedAt),
    nextAttemptAt: isoTimeOrNull(delivery.nextAttemptAt),
  }
}
