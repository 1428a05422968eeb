import * as z from 'zod/mini'
import { EVENTS } from '../../core/webhook/event.ts'
import {
  DELIVERY_ERRORS,
  DELIVERY_STATES,
  INACTIVE_REASONS,
  type Delivery,
  type Sent,
  type Webhook,
} from '../../core/webhook/webhook.ts'
import { named } from '../named.ts'
import { Count, isoTime, isoTimeOrNull, NextPart, Time, TimeOrNull } from './kinds.ts'

export const WebhookView = named(
  'Webhook',
  z.strictObject({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(EVENTS)),
    campaign: z.nullable(z.string()),
    active: z.boolean(),
    inactiveReason: z
      .nullable(z.enum(INACTIVE_REASONS))
      .check(z.describe('`gone`: its server answered 410. Null while it is active.')),
    createdAt: Time,
  }),
)

/** Its secret is told once. */
export const NewWebhook = named('NewWebhook', z.extend(WebhookView, { secret: z.string() }))

export const WebhookList = named(
  'WebhookList',
  z.strictObject({ webhooks: z.array(WebhookView), next: NextPart }),
)

export function webhookView(webhook: Webhook): z.infer<typeof WebhookView> {
  const { owner: _, createdAt, ...shown } = webhook
  return { ...shown, createdAt: isoTime(createdAt) }
}

/** What came of an attempt. */
const ATTEMPT = {
  responseStatus: z.nullable(Count).check(z.describe('Null: no response came.')),
  error: z.nullable(z.enum(DELIVERY_ERRORS)),
}

export const WebhookTest = named(
  'WebhookTest',
  z.strictObject({ delivered: z.boolean(), ...ATTEMPT }),
)

export function testView(sent: Sent): z.infer<typeof WebhookTest> {
  const { responseStatus } = sent
  if (sent.kind === 'delivered') return { delivered: true, responseStatus, error: null }
  return { delivered: false, responseStatus, error: sent.error }
}

const DeliveryView = named(
  'Delivery',
  z.strictObject({
    id: z.string().check(z.describe('Of the event: what it is sent with as `webhook-id`.')),
    type: z.enum(EVENTS),
    campaign: z.string(),
    status: z.enum(DELIVERY_STATES),
    attempts: Count,
    ...ATTEMPT,
    createdAt: Time,
    attemptedAt: TimeOrNull,
    nextAttemptAt: TimeOrNull,
  }),
)

export const DeliveryList = named(
  'DeliveryList',
  z.strictObject({ deliveries: z.array(DeliveryView), next: NextPart }),
)

export function deliveryView(delivery: Delivery): z.infer<typeof DeliveryView> {
  return {
    ...delivery,
    createdAt: isoTime(delivery.createdAt),
    attemptedAt: isoTimeOrNull(delivery.attemptedAt),
    nextAttemptAt: isoTimeOrNull(delivery.nextAttemptAt),
  }
}
