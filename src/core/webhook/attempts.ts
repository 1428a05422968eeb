import type { Delivery, DeliveryError, SendResult } from './webhook.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** After the first attempt, the second and so on; after the last the delivery is given up. */
const BACK_OFF_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]

/** Up to so much longer, by chance: what failed together does not come again together. */
const MAX_JITTER = 0.2

/** A delivery after an attempt at it. */
export type AttemptResult = Pick<
  Delivery,
  'status' | 'attemptedAt' | 'responseStatus' | 'error' | 'nextAttemptAt'
>

/** `attempts` includes this one; `chance` is from 0 up to 1. */
export function settleAttempt(
  attempts: number,
  sent: SendResult,
  { now, chance }: { now: number; chance: number },
): AttemptResult {
  const { responseStatus } = sent
  const over = { attemptedAt: now, responseStatus, nextAttemptAt: null }
  if (sent.kind === 'delivered') return { ...over, status: 'delivered', error: null }
  const { error, retryAt = 0 } = sent
  const backOffMs = FINAL.has(error) ? undefined : BACK_OFF_MS[attempts - 1]
  if (backOffMs === undefined) return { ...over, status: 'failed', error }
  const leastMs = Math.max(backOffMs, retryAt - now)
  const nextAttemptAt = now + Math.floor(leastMs * (1 + MAX_JITTER * chance))
  return { status: 'pending', attemptedAt: now, responseStatus, error, nextAttemptAt }
}

/** Another attempt would be none. */
const FINAL: ReadonlySet<DeliveryError> = new Set(['gone', 'webhook_inactive', 'address_refused'])

/** More than a delivery is ever tried: those that were lost on the way, each time, are given up. */
export const MAX_DELIVERY_ATTEMPTS = BACK_OFF_MS.length + 1
