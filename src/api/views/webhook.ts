import * as z from 'zod/mini'
import { EVENTS } from '../../core/webhook/webhook-event.ts'
import { INACTIVE_REASONS, type Webhook } from '../../core/webhook/webhook.ts'
import {
  DELIVERY_ERRORS,
  type SendResult,
  DELIVERY_STATES,
  type Delivery,
} from '../../core/webhook/delivery.ts'
import { named } from '../description/schemas.ts'
import { Count, isoTime, NextPart, Time, isoTimeOrNull, TimeOrNull } from './kinds.ts'

const FIELDS = {
  id: z.string(),
  url: z.string().check(z.describe('Where events are sent.')),
  events: z.array(z.enum(EVENTS)),
  campaign: z.nullable(z.string()).check(z.describe('The only campaign it covers; null for all.')),
  active: z.boolean(),
  inactiveReason: z
    .nullable(z.enum(INACTIVE_REASONS))
    .check(z.describe('`gone`: its server returned 410. Null while it is active.')),
  createdAt: Time,
}

const WEBHOOK_EXAMPLE = {
  id: '01k9x2m7qe4h8v3c5d',
  url: 'https://example.org/hooks/dowser',
  events: ['campaign.completed' as const, 'campaign.failed' as const],
  campaign: null,
  active: true,
  inactiveReason: null,
  createdAt: '2026-11-16T09:20:00.000Z',
}

export const WebhookView = named(
  'Webhook',
  z.strictObject(FIELDS).check(z.describe('A webhook without its secret.')),
  WEBHOOK_EXAMPLE,
)

export const NewWebhook = named(
  'NewWebhook',
  z
    .strictObject({
      ...FIELDS,
      secret: z.string().check(z.describe('The signing secret. It is shown only once.')),
    })
    .check(z.describe('A new webhook with its secret.')),
  { ...WEBHOOK_EXAMPLE, secret: 'whsec_…' },
)

export const NewSecret = named(
  'NewSecret',
  z
    .strictObject({
      secret: z.string().check(z.describe('The signing secret. It is shown only once.')),
      previousSecretExpiresAt: Time.check(
        z.describe('Until then deliveries are signed with the previous secret, too.'),
      ),
    })
    .check(z.describe('A secret that replaces another.')),
  { secret: 'whsec_…', previousSecretExpiresAt: '2026-11-17T09:20:00.000Z' },
)

export const WebhookList = named(
  'WebhookList',
  z
    .strictObject({ webhooks: z.array(WebhookView), next: NextPart })
    .check(z.describe('Webhooks, newest first.')),
  { webhooks: [WEBHOOK_EXAMPLE], next: null },
)

export function webhookView(webhook: Webhook): z.infer<typeof WebhookView> {
  const { owner: _, createdAt, ...shown } = webhook
  return { ...shown, createdAt: isoTime(createdAt) }
}

/** The result of an attempt. */
const ATTEMPT = {
  responseStatus: z.nullable(Count).check(z.describe('Null without a response.')),
  error: z
    .nullable(z.enum(DELIVERY_ERRORS))
    .check(z.describe('Null if it was delivered or is pending.')),
}

export const WebhookTest = named(
  'WebhookTest',
  z
    .strictObject({ delivered: z.boolean(), ...ATTEMPT })
    .check(z.describe('The result of a `ping`.')),
  { delivered: true, responseStatus: 204, error: null },
)

export function testView(sent: SendResult): z.infer<typeof WebhookTest> {
  const { responseStatus } = sent
  if (sent.kind === 'delivered') return { delivered: true, responseStatus, error: null }
  return { delivered: false, responseStatus, error: sent.error }
}

const DELIVERY_EXAMPLE = {
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
      id: z.string().check(z.describe('The id of the event, sent as `webhook-id`.')),
      type: z.enum(EVENTS),
      campaign: z.string(),
      status: z.enum(DELIVERY_STATES),
      attempts: Count,
      ...ATTEMPT,
      createdAt: Time,
      attemptedAt: TimeOrNull.check(z.describe('The last attempt; null before the first.')),
      nextAttemptAt: TimeOrNull.check(z.describe('Null if there will be none.')),
    })
    .check(z.describe('An event that was sent or will be.')),
  DELIVERY_EXAMPLE,
)

export const DeliveryList = named(
  'DeliveryList',
  z
    .strictObject({ deliveries: z.array(DeliveryView), next: NextPart })
    .check(z.describe('Deliveries, newest first.')),
  { deliveries: [DELIVERY_EXAMPLE], next: null },
)

export function deliveryView(delivery: Delivery): z.infer<typeof DeliveryView> {
  return {
    ...delivery,
    createdAt: isoTime(delivery.createdAt),
    attemptedAt: isoTimeOrNull(delivery.attemptedAt),
    nextAttemptAt: isoTimeOrNull(delivery.nextAttemptAt),
  }
}
