import { timeDigits } from '../../lib/sortable-id.ts'
import { logLine } from '../../lib/log-line.ts'
import {
  type AttemptResult,
  MAX_DELIVERY_ATTEMPTS,
  settleAttempt,
  type DeliveryName,
  type SendResult,
} from '../../core/webhook/delivery.ts'
import { maxConcurrentDeliveries, maxDeliveries, type PlatformLimits } from '../../core/limits.ts'
import type { Database } from '../../store/results/database.ts'
import { type DeliveryLease, deliveryStore } from '../../store/results/delivery-store.ts'
import { removeOldDeliveries } from '../../store/results/delivery-removal.ts'
import { type Sender, sendMessage } from './send.ts'

/** Six times the timeout of a delivery: a sender that has not come back by then has died. */
const LEASE_MS = 60_000

/** Sends what is due. Two senders at the same time never send the same delivery. */
export async function deliverDue(
  database: Database,
  sender: Sender,
  limits: PlatformLimits,
  max = maxDeliveries(limits),
): Promise<void> {
  const store = deliveryStore(database)
  const atATime = maxConcurrentDeliveries(limits)
  for (let sent = 0; sent < max; sent += atATime) {
    const now = sender.now()
    const leases = await store.lease(now, now + LEASE_MS, Math.min(atATime, max - sent))
    if (leases.length === 0) return
    await store.settle(await Promise.all(leases.map((lease) => attempt(lease, sender))))
  }
}

/**
 * Sends one round of what is due: the campaign stays awake meanwhile. Never rejects: what could not
 * be sent now, the heartbeat sends.
 */
export async function deliverPromptly(
  database: Database,
  sender: Sender,
  limits: PlatformLimits,
): Promise<void> {
  try {
    await deliverDue(database, sender, limits, maxConcurrentDeliveries(limits))
  } catch (error) {
    console.error(logLine('deliveries failed; the heartbeat sends them', { error }))
  }
}

/** Sends a delivery now, whatever its status; false if there is no such delivery. */
export async function redeliver(
  database: Database,
  sender: Sender,
  delivery: DeliveryName,
): Promise<boolean> {
  const store = deliveryStore(database)
  const now = sender.now()
  const lease = await store.leaseOne(delivery, now, now + LEASE_MS)
  if (lease === undefined) return false
  await store.settle([settle(lease, await sendMessage(lease, sender), sender)])
  return true
}

interface Attempt {
  lease: DeliveryLease
  settled: AttemptResult
}

async function attempt(lease: DeliveryLease, sender: Sender): Promise<Attempt> {
  return settle(lease, whyNotSent(lease) ?? (await sendMessage(lease, sender)), sender)
}

function settle(lease: DeliveryLease, sent: SendResult, { now, random }: Sender): Attempt {
  return { lease, settled: settleAttempt(lease.attempts, sent, { now: now(), random: random() }) }
}

function whyNotSent({ active, attempts }: DeliveryLease): SendResult | undefined {
  if (active !== 1) return { kind: 'failed', responseStatus: null, error: 'webhook_inactive' }
  // Every sender before has died with it.
  if (attempts > MAX_DELIVERY_ATTEMPTS)
    return { kind: 'failed', responseStatus: null, error: 'timeout' }
  return undefined
}

const RETENTION_MS = 30 * 24 * 3_600_000
/** Each minute; a campaign makes twelve a minute at most for each webhook. */
const MAX_EXPIRED = 1_000

/** Removes deliveries that are older than thirty days. */
export function expireDeliveries(database: Database, now: number): Promise<void> {
  return removeOldDeliveries(database, timeDigits(now - RETENTION_MS), MAX_EXPIRED)
}
