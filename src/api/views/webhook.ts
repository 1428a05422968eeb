import * as z from 'zod/mini'
import { EVENTS } from '../../core/webhook/event.ts'
import {
  DELIVERY_ERRORS,
  INACTIVE_REASONS,
  type Sent,
  type Webhook,
} from '../../core/webhook/webhook.ts'
import { named } from '../description/named.ts'
import { Count, isoTime, NextPart, Time } from './kinds.ts'

const FIELDS = {
  id: z.string(),
  url: z.string().check(z.describe('Where events are sent.')),
  events: z.array(z.enum(EVENTS)),
  campaign: z.nullable(z.string()).check(z.describe('The only one it hears of; null: all.')),
  active: z.boolean(),
  inactiveReason: z
    .nullable(z.enum(INACTIVE_REASONS))
    .check(z.describe('`gone`: its server answered 410. Null while it is active.')),
  createdAt: Time,
}

const EXAMPLE = {
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
  z.strictObject(FIELDS).check(z.describe('Who is told of what, but for the secret.')),
  EXAMPLE,
)

/** Its secret is told once. */
export const NewWebhook = named(
  'NewWebhook',
  z
    .strictObject({
      ...FIELDS,
      secret: z.string().check(z.describe('What deliveries are signed with. Told this once.')),
    })
    .check(z.describe('A webhook that was just made.')),
  { ...EXAMPLE, secret: 'whsec_…' },
)

/** So is the one that takes its place. */
export const NewSecret = named(
  'NewSecret',
  z
    .strictObject({
      secret: z.string().check(z.describe('What deliveries are signed with. Told this once.')),
      previousUntil: Time.check(z.describe('Until then the secret before signs as well.')),
    })
    .check(z.describe('A secret that took the place of another.')),
  { secret: 'whsec_…', previousUntil: '2026-11-17T09:20:00.000Z' },
)

export const WebhookList = named(
  'WebhookList',
  z
    .strictObject({ webhooks: z.array(WebhookView), next: NextPart })
    .check(z.describe('Webhooks, newest first.')),
  { webhooks: [EXAMPLE], next: null },
)

export function webhookView(webhook: Webhook): z.infer<typeof WebhookView> {
  const { owner: _, createdAt, ...shown } = webhook
  return { ...shown, createdAt: isoTime(createdAt) }
}

/** What came of an attempt. */
export const ATTEMPT = {
  responseStatus: z.nullable(Count).check(z.describe('Null: no response came.')),
  error: z.nullable(z.enum(DELIVERY_ERRORS)).check(z.describe('Null: it arrived, or waits.')),
}

export const WebhookTest = named(
  'WebhookTest',
  z
    .strictObject({ delivered: z.boolean(), ...ATTEMPT })
    .check(z.describe('What came of a `ping`.')),
  { delivered: true, responseStatus: 204, error: null },
)

export function testView(sent: Sent): z.infer<typeof WebhookTest> {
  const { responseStatus } = sent
  if (sent.kind === 'delivered') return { delivered: true, responseStatus, error: null }
  return { delivered: false, responseStatus, error: sent.error }
}
