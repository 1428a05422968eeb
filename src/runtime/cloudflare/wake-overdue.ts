import { claimOverdue, type Overdue } from '../../store/overdue.ts'
import { resultRemoval } from '../../store/result-removal.ts'
import { d1Database } from './d1-database.ts'
import type { Env } from './env.ts'
import { objectName } from './object-name.ts'

/** Later than any healthy tick, sooner than the second heartbeat after it. */
const OVERDUE_MS = 30_000
/** With the deliveries of a heartbeat within the 50 calls that a Worker may make on the free plan. */
const MOST_WOKEN = 25

/**
 * Whatever lost its alarm goes on: so many at a time, the others with the next heartbeat. One that
 * cannot be woken keeps no other asleep.
 */
export async function wakeOverdue(env: Env, now: number): Promise<void> {
  const database = d1Database(env.DB)
  const since = now - OVERDUE_MS
  const overdue = await claimOverdue(database, { now, since, limit: MOST_WOKEN })
  const wake = async ({ status, ...campaign }: Overdue) => {
    const isThere = await env.CAMPAIGN.getByName(objectName(campaign)).wake()
    // Removed but for its row: the object that would have seen to it is blank by now.
    if (!isThere && status === 'deleting') await resultRemoval(database).forget(campaign)
  }
  for (const call of await Promise.allSettled(overdue.map(wake))) {
    if (call.status === 'rejected') console.error('a campaign could not be woken', call.reason)
  }
}
