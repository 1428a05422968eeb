import type { EventType } from './webhook-event.ts'

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const

/** Why an attempt, or the delivery, failed. */
export const DELIVERY_ERRORS = [
  /** No complete response within the timeout. */
  'timeout',
  'unreachable',
  /** The URL leads into a private network. Nothing was sent. */
  'address_refused',
  /** The status was not 2xx; redirects are not followed. */
  'http_status',
  /** 410: the webhook is inactive from now on. */
  'gone',
  /** The webhook became inactive while this waited. Nothing was sent. */
  'webhook_inactive',
] as const
type DeliveryError = (typeof DELIVERY_ERRORS)[number]

/** One event for one webhook, and the result of sending it. */
export interface Delivery {
  id: string
  type: EventType
  campaign: string
  status: (typeof DELIVERY_STATES)[number]
  attempts: number
  createdAt: number
  attemptedAt: number | null
  /** HTTP status of the last attempt; null when no response came. */
  responseStatus: number | null
  error: DeliveryError | null
  nextAttemptAt: number | null
}

export interface DeliveryName {
  owner: string
  webhook: string
  id: string
}

export interface DeliveryListing {
  owner: string
  webhook: string
  /** List only ids before this one. */
  before: string | undefined
  limit: number
}

/** The result of one attempt. */
export type SendResult =
  | { kind: 'delivered'; responseStatus: number }
  | { kind: 'failed'; responseStatus: number | null; error: DeliveryError; retryAt?: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The pause after each attempt; after the last the delivery has failed. */
const BACKOFF_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]

/** A delivery with more attempts than this was lost by every sender, and is given up. */
export const MAX_DELIVERY_ATTEMPTS = BACKOFF_MS.length + 1

/** A pause is longer by up to this share, at random: what failed together is not retried together. */
const MAX_JITTER = 0.2

/** Errors after which no further attempt makes sense. */
const FINAL: ReadonlySet<DeliveryError> = new Set(['gone', 'webhook_inactive', 'address_refused'])

/** What an attempt changes of a delivery. */
export type AttemptResult = Pick<
  Delivery,
  'status' | 'attemptedAt' | 'responseStatus' | 'error' | 'nextAttemptAt'
>

/** `attempts` includes this one; `random` is from 0 up to 1. */
export function settleAttempt(
  attempts: number,
  sent: SendResult,
  { now, random }: { now: number; random: number },
): AttemptResult {
  const { responseStatus } = sent
  const over = { attemptedAt: now, responseStatus, nextAttemptAt: null }
  if (sent.kind === 'delivered') return { ...over, status: 'delivered', error: null }
  const { error, retryAt = 0 } = sent
  const backoffMs = FINAL.has(error) ? undefined : BACKOFF_MS[attempts - 1]
  if (backoffMs === undefined) return { ...over, status: 'failed', error }
  const minMs = Math.max(backoffMs, retryAt - now)
  const nextAttemptAt = now + Math.floor(minMs * (1 + MAX_JITTER * random))
  return { status: 'pending', attemptedAt: now, responseStatus, error, nextAttemptAt }
}
