import { UNREADABLE_RETRY_MS } from '../../core/campaign/codec/unreadable-campaign.ts'
import { logLine } from '../../lib/log-line.ts'
import { claimOverdue, type Overdue } from '../../store/results/overdue.ts'
import type { Database } from '../../store/results/database.ts'
import { markUnreadable } from '../../store/results/mark-unreadable.ts'
import { d1Database } from './d1-database.ts'
import type { Env } from './env.ts'
import { objectName } from './object-name.ts'
import { reached, UnreachableCampaign } from './reach-object.ts'
import { removeFromD1 } from './remove-from-d1.ts'

/** Later than any healthy tick, sooner than the second heartbeat after it. */
const OVERDUE_MS = 30_000
/** With the deliveries of a heartbeat within the 50 calls that a Worker may make on the free plan. */
const MOST_WOKEN = 25
/** At up to nine queries each, within the 50 that a Worker may send to D1 on the free plan. */
const MAX_LOST = 3

/**
 * Whatever lost its alarm goes on: so many at a time, the others with the next heartbeat. One that
 * cannot be woken keeps no other asleep.
 */
export async function wakeOverdue(env: Env, now: number): Promise<void> {
  const database = d1Database(env.DB)
  const since = now - OVERDUE_MS
  const overdue = await claimOverdue(database, { now, since, limit: MOST_WOKEN })
  const lost: Overdue[] = []
  const wake = async (campaign: Overdue) => {
    if (!(await isWoken(env, campaign))) lost.push(campaign)
  }
  for (const [i, call] of (await Promise.allSettled(overdue.map(wake))).entries()) {
    if (call.status === 'fulfilled') continue
    const details = { campaign: overdue[i]!.id, error: call.reason }
    console.error(logLine('a campaign could not be woken', details))
  }
  for (const campaign of lost.slice(0, MAX_LOST)) await settleLost(database, campaign, now)
}

/** False where the object is blank or cannot be started. */
async function isWoken(env: Env, { status, ...campaign }: Overdue): Promise<boolean> {
  try {
    const object = env.CAMPAIGN.getByName(objectName(campaign))
    return await reached(object.wake(status === 'deleting'))
  } catch (error) {
    if (!(error instanceof UnreachableCampaign)) throw error
    console.error(logLine('a campaign cannot be reached', { campaign: campaign.id, error }))
    return false
  }
}

/** What is being removed has no object left that would see to it; any other has lost its log. */
async function settleLost(database: Database, lost: Overdue, now: number): Promise<void> {
  const { status, ...campaign } = lost
  if (status === 'deleting') await removeFromD1(database, campaign)
  else await markUnreadable(database, campaign, now, now + UNREADABLE_RETRY_MS)
}
