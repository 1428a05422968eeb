import type { EventType } from './webhook-event.ts'

/** An address of a user's that wants to be told. */
export interface Webhook {
  id: string
  owner: string
  url: string
  events: EventType[]
  /** Null: of all the owner's campaigns. */
  campaign: string | null
  active: boolean
  /** Null while it is active. */
  inactiveReason: InactiveReason | null
  createdAt: number
}

/** `gone`: its server said that nobody wants to hear of this any more (410). */
export const INACTIVE_REASONS = ['user', 'gone'] as const
export type InactiveReason = (typeof INACTIVE_REASONS)[number]

/** What is undefined stays. */
export interface WebhookChange {
  url?: string | undefined
  events?: EventType[] | undefined
  campaign?: string | null | undefined
  active?: boolean | undefined
  secret?: string | undefined
}

/** A new secret, and until when the one before signs as well. */
export interface Rotation {
  secret: string
  previousUntil: number
}

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const

/** Why an attempt, or the delivery, came to nothing. */
export const DELIVERY_ERRORS = [
  /** No whole answer within the time-out. */
  'timeout',
  'unreachable',
  /** The URL leads into a private network. Nothing was sent. */
  'address_refused',
  /** Answered with another status than 2xx; redirects are not followed. */
  'http_status',
  /** 410: the webhook is inactive from now on. */
  'gone',
  /** The webhook was made inactive while this waited. Nothing was sent. */
  'webhook_inactive',
] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]

/** One event for one webhook, and what became of it. */
export interface Delivery {
  id: string
  type: EventType
  campaign: string
  status: (typeof DELIVERY_STATES)[number]
  attempts: number
  createdAt: number
  attemptedAt: number | null
  /** Of the last attempt; null where none came. */
  responseStatus: number | null
  error: DeliveryError | null
  nextAttemptAt: number | null
}

/** What came of one attempt. */
export type SendResult =
  | { kind: 'delivered'; responseStatus: number }
  | { kind: 'failed'; responseStatus: number | null; error: DeliveryError; retryAt?: number }

/** All that the API asks of webhooks; undefined or false where the owner has no such webhook. */
export interface WebhookService {
  /** False when the owner has as many as may be. */
  create(webhook: Webhook, secret: string): Promise<boolean>
  list(owner: string): Promise<Webhook[]>
  find(owner: string, id: string): Promise<Webhook | undefined>
  change(owner: string, id: string, change: WebhookChange): Promise<Webhook | undefined>
  rotate(owner: string, id: string, rotation: Rotation): Promise<boolean>
  remove(owner: string, id: string): Promise<boolean>
  /** Sends a `ping` now. */
  ping(owner: string, id: string): Promise<SendResult | undefined>
  /** Newest first. */
  deliveries(listing: DeliveryListing): Promise<Delivery[] | undefined>
  /** Sends it once more, now; undefined where there is no such delivery. */
  redeliver(delivery: DeliveryName): Promise<Delivery | undefined>
}

export interface DeliveryName {
  owner: string
  webhook: string
  id: string
}

export interface DeliveryListing {
  owner: string
  webhook: string
  /** The `id` before which to go on. */
  before: string | undefined
  limit: number
}

/** Of one owner. */
export const MAX_WEBHOOKS = 20
