import { timeDigits } from '../../lib/aged-id.ts'
import { logLine } from '../../lib/log-line.ts'
import {
  type AttemptResult,
  MAX_DELIVERY_ATTEMPTS,
  settleAttempt,
} from '../../core/webhook/attempts.ts'
import type { DeliveryName, SendResult } from '../../core/webhook/webhook.ts'
import type { Database } from '../../store/results/database.ts'
import { type DeliveryLease, deliveryStore } from '../../store/results/delivery-store.ts'
import { removeOldDeliveries } from '../../store/results/delivery-removal.ts'
import { type Sender, sendMessage } from './send.ts'

/** A Worker has six connections; one is left for the database. */
const AT_A_TIME = 5
/** Six times the time-out of a delivery: who has not come back by then has died. */
const LEASE_MS = 60_000
/** Of a run, within what a Worker may ask for on the free plan, the campaigns it wakes included. */
const MOST_A_RUN = 20
/** After a flush: what it brought, and no more, for the object is kept awake meanwhile. */
const MOST_PROMPTLY = AT_A_TIME

/** Sends what is due. Two at the same time never send the same. */
export async function deliverDue(
  database: Database,
  sender: Sender,
  most = MOST_A_RUN,
): Promise<void> {
  const store = deliveryStore(database)
  for (let sent = 0; sent < most; sent += AT_A_TIME) {
    const now = sender.now()
    const leases = await store.lease(now, now + LEASE_MS, Math.min(AT_A_TIME, most - sent))
    if (leases.length === 0) return
    await store.settle(await Promise.all(leases.map((lease) => attempt(lease, sender))))
  }
}

/** Never rejects: what could not be sent now is sent by the heartbeat. */
export async function deliverPromptly(database: Database, sender: Sender): Promise<void> {
  try {
    await deliverDue(database, sender, MOST_PROMPTLY)
  } catch (error) {
    console.error(logLine('deliveries have to wait for the heartbeat', { error }))
  }
}

/** Sends one now, whatever became of it before; false where there is none. */
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
  return { lease, settled: settleAttempt(lease.attempts, sent, { now: now(), chance: random() }) }
}

function whyNotSent({ active, attempts }: DeliveryLease): SendResult | undefined {
  if (active !== 1) return { kind: 'failed', responseStatus: null, error: 'webhook_inactive' }
  // Each time somebody died over it.
  if (attempts > MAX_DELIVERY_ATTEMPTS)
    return { kind: 'failed', responseStatus: null, error: 'timeout' }
  return undefined
}

const KEPT_MS = 30 * 24 * 3_600_000
/** A minute; a campaign brings twelve at most for each webhook. */
const REMOVED_AT_A_TIME = 1_000

/** What became of deliveries is kept for thirty days. */
export function expireDeliveries(database: Database, now: number): Promise<void> {
  return removeOldDeliveries(database, timeDigits(now - KEPT_MS), REMOVED_AT_A_TIME)
}
