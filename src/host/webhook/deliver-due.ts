import { timeDigits } from '../../lib/aged-id.ts'
import { logLine } from '../../lib/log-line.ts'
import { MOST_ATTEMPTS, settleAttempt, type Settled } from '../../core/webhook/attempts.ts'
import type { DeliveryName, Sent } from '../../core/webhook/webhook.ts'
import type { Database } from '../../store/results/database.ts'
import { deliveryStore, type Claim } from '../../store/results/delivery-store.ts'
import { forgetOld } from '../../store/results/old-deliveries.ts'
import { sendMessage, type Sender } from './send.ts'

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
    const claims = await store.claim(now, now + LEASE_MS, Math.min(AT_A_TIME, most - sent))
    if (claims.length === 0) return
    await store.settle(await Promise.all(claims.map((claim) => attempt(claim, sender))))
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
  const claim = await store.claimOne(delivery, now, now + LEASE_MS)
  if (claim === undefined) return false
  await store.settle([settle(claim, await sendMessage(claim, sender), sender)])
  return true
}

interface Attempt {
  claim: Claim
  settled: Settled
}

async function attempt(claim: Claim, sender: Sender): Promise<Attempt> {
  return settle(claim, whyNotSent(claim) ?? (await sendMessage(claim, sender)), sender)
}

function settle(claim: Claim, sent: Sent, { now, random }: Sender): Attempt {
  return { claim, settled: settleAttempt(claim.attempts, sent, { now: now(), chance: random() }) }
}

function whyNotSent({ active, attempts }: Claim): Sent | undefined {
  if (active !== 1) return { kind: 'failed', responseStatus: null, error: 'webhook_inactive' }
  // Each time somebody died over it.
  if (attempts > MOST_ATTEMPTS) return { kind: 'failed', responseStatus: null, error: 'timeout' }
  return undefined
}

const KEPT_MS = 30 * 24 * 3_600_000
/** A minute; a campaign brings twelve at most for each webhook. */
const REMOVED_AT_A_TIME = 1_000

/** What became of deliveries is kept for thirty days. */
export function forgetDeliveries(database: Database, now: number): Promise<void> {
  return forgetOld(database, timeDigits(now - KEPT_MS), REMOVED_AT_A_TIME)
}
