import { UNREADABLE_RETRY_MS } from '../core/campaign/codec/read-record.ts'
import { IDEMPOTENCY_KEY_MS } from '../core/campaign/idempotency.ts'
import { maxLost, maxWoken } from '../core/limits.ts'
import { logLine } from '../lib/log-line.ts'
import type { OverdueCampaign } from '../store/results/campaign-rows.ts'
import type { Database } from '../store/results/database.ts'
import { idempotencyStore } from '../store/results/idempotency-store.ts'
import { resultStore } from '../store/results/result-store.ts'
import { UnreachableCampaign } from './campaign-calls.ts'
import type { Platform } from './platform.ts'
import { removeResults } from './remove-results.ts'
import { deliverDue, expireDeliveries } from './webhook/deliver-due.ts'

/** Later than any healthy tick, sooner than the second heartbeat after it. */
const OVERDUE_MS = 30_000

/** Runs every minute. A task that fails does not stop the others. */
export async function heartbeat(platform: Platform, now: number): Promise<void> {
  const { database, sender, limits } = platform
  const tasks = [
    wakeOverdue(platform, now),
    removeOldKeys(database, now),
    deliverDue(database, sender, limits),
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
async function wakeOverdue(platform: Platform, now: number): Promise<void> {
  const { database, limits } = platform
  const overdue = await resultStore(database).takeOverdue({
    now,
    since: now - OVERDUE_MS,
    limit: maxWoken(limits),
  })
  const lost: OverdueCampaign[] = []
  const wake = async (campaign: OverdueCampaign) => {
    if (!(await isWoken(platform, campaign))) lost.push(campaign)
  }
  for (const [i, call] of (await Promise.allSettled(overdue.map(wake))).entries()) {
    if (call.status === 'fulfilled') continue
    const details = { campaign: overdue[i]!.id, error: call.reason }
    console.error(logLine('a campaign could not be woken', details))
  }
  for (const campaign of lost.slice(0, maxLost(limits))) await settleLost(database, campaign, now)
}

/** False when the campaign is blank or cannot be started. */
async function isWoken(platform: Platform, overdue: OverdueCampaign): Promise<boolean> {
  const { status, ...identity } = overdue
  try {
    return await platform.campaign(identity).wake(status === 'deleting')
  } catch (error) {
    if (!(error instanceof UnreachableCampaign)) throw error
    console.error(logLine('a campaign cannot be reached', { campaign: identity.id, error }))
    return false
  }
}

/** A campaign that is being removed has nothing left to finish it; any other has lost its log. */
async function settleLost(database: Database, lost: OverdueCampaign, now: number): Promise<void> {
  const { status, ...campaign } = lost
  if (status === 'deleting') await removeResults(database, campaign)
  else await resultStore(database).markUnreadable(campaign, now, now + UNREADABLE_RETRY_MS)
}
