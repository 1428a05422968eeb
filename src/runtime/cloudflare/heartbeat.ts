import { MAX_QUERIES, MAX_WOKEN } from '../../core/limits.ts'
import { IDEMPOTENCY_KEY_MS } from '../../core/campaign/idempotency.ts'
import { UNREADABLE_RETRY_MS } from '../../core/campaign/codec/read-record.ts'
import { removeResults } from '../../host/remove-results.ts'
import { deliverDue, expireDeliveries } from '../../host/webhook/deliver-due.ts'
import { logLine } from '../../lib/log-line.ts'
import type { Database } from '../../store/results/database.ts'
import { idempotencyStore } from '../../store/results/idempotency-store.ts'
import type { OverdueCampaign } from '../../store/results/campaign-rows.ts'
import { resultStore } from '../../store/results/result-store.ts'
import { d1Database } from './metered-storage.ts'
import type { Env } from './env.ts'
import { objectName, reached, UnreachableCampaign } from './object-call.ts'
import { cloudflareSender } from './outbound.ts'

/** Later than any healthy tick, sooner than the second heartbeat after it. */
const OVERDUE_MS = 30_000
/** Nine queries each at most; the other tasks of the heartbeat take twenty. */
const MAX_LOST = Math.floor((MAX_QUERIES - 20) / 9)

/** Runs every minute. A task that fails does not stop the others. */
export async function heartbeat(env: Env, now: number): Promise<void> {
  const database = d1Database(env.DB)
  const tasks = [
    wakeOverdue(env, now),
    removeOldKeys(database, now),
    deliverDue(database, cloudflareSender(env)),
    expireDeliveries(database, now),
  ]
  for (const task of await Promise.allSettled(tasks)) {
    if (task.status === 'rejected')
      console.error(logLine('a task of the heartbeat failed', { error: task.reason }))
  }
}

/** Once an hour suffices: an expired key does no harm, and finding it reads all of them. */
export async function removeOldKeys(database: Database, now: number): Promise<void> {
  if (new Date(now).getUTCMinutes() !== 0) return
  await idempotencyStore(database).removeBefore(now - IDEMPOTENCY_KEY_MS)
}

/** Wakes campaigns that lost their alarm, some at a time; the next heartbeat takes others. */
async function wakeOverdue(env: Env, now: number): Promise<void> {
  const database = d1Database(env.DB)
  const overdue = await resultStore(database).takeOverdue({
    now,
    since: now - OVERDUE_MS,
    limit: MAX_WOKEN,
  })
  const lost: OverdueCampaign[] = []
  const wake = async (campaign: OverdueCampaign) => {
    if (!(await isWoken(env, campaign))) lost.push(campaign)
  }
  for (const [i, call] of (await Promise.allSettled(overdue.map(wake))).entries()) {
    if (call.status === 'fulfilled') continue
    const details = { campaign: overdue[i]!.id, error: call.reason }
    console.error(logLine('a campaign could not be woken', details))
  }
  for (const campaign of lost.slice(0, MAX_LOST)) await settleLost(database, campaign, now)
}

/** False when the object is blank or cannot be started. */
async function isWoken(env: Env, { status, ...campaign }: OverdueCampaign): Promise<boolean> {
  try {
    const object = env.CAMPAIGN.getByName(objectName(campaign))
    return await reached(object.wake(status === 'deleting'))
  } catch (error) {
    if (!(error instanceof UnreachableCampaign)) throw error
    console.error(logLine('a campaign cannot be reached', { campaign: campaign.id, error }))
    return false
  }
}

/** A campaign that is being removed has no object left to finish it; any other has lost its log. */
async function settleLost(database: Database, lost: OverdueCampaign, now: number): Promise<void> {
  const { status, ...campaign } = lost
  if (status === 'deleting') await removeResults(database, campaign)
  else await resultStore(database).markUnreadable(campaign, now, now + UNREADABLE_RETRY_MS)
}
