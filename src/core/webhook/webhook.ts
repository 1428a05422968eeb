import type { Delivery, DeliveryListing, DeliveryName, SendResult } from './delivery.ts'
import type { EventType } from './webhook-event.ts'

/** A user's URL that campaign events are sent to. */
export interface Webhook {
  id: string
  owner: string
  url: string
  events: EventType[]
  /** Null for all campaigns of the owner. */
  campaign: string | null
  active: boolean
  /** Null while it is active. */
  inactiveReason: InactiveReason | null
  createdAt: number
}

/** `gone`: the receiver answered 410. */
export const INACTIVE_REASONS = ['user', 'gone'] as const
export type InactiveReason = (typeof INACTIVE_REASONS)[number]

/** Fields that are undefined stay as they are. */
export interface WebhookChange {
  url?: string | undefined
  events?: EventType[] | undefined
  campaign?: string | null | undefined
  active?: boolean | undefined
  secret?: string | undefined
}

/** A new secret; the previous one signs as well until `previousUntil`. */
export interface Rotation {
  secret: string
  previousUntil: number
}

/** How many webhooks an owner may have. */
export const MAX_WEBHOOKS = 20

/** What the API needs of webhooks. Undefined or false: the owner has no such webhook. */
export interface WebhookService {
  /** False when the owner already has `MAX_WEBHOOKS`. */
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
  /** Sends a delivery again, now; undefined when there is no such delivery. */
  redeliver(delivery: DeliveryName): Promise<Delivery | undefined>
}
