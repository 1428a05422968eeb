import { logLine } from '../../lib/log-line.ts'
import { deliverDue, forgetDeliveries } from '../../host/webhook/deliver-due.ts'
import { forgetClaims } from './claims.ts'
import { d1Database } from './d1-database.ts'
import type { Env } from './env.ts'
import { cloudflareSender } from './sender.ts'
import { wakeOverdue } from './wake-overdue.ts'

/** What is to be done every minute. One that fails keeps no other from it. */
export async function heartbeat(env: Env, now: number): Promise<void> {
  const database = d1Database(env.DB)
  const sender = cloudflareSender(env)
  const tasks = [
    wakeOverdue(env, now),
    forgetClaims(env, now),
    deliverDue(database, sender),
    forgetDeliveries(database, now),
  ]
  for (const task of await Promise.allSettled(tasks)) {
    if (task.status === 'rejected')
      console.error(logLine('a task of the heartbeat failed', { error: task.reason }))
  }
}
