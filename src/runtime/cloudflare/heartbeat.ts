import { wakeOverdue } from './campaigns.ts'
import { forgetClaims } from './claims.ts'
import type { Env } from './env.ts'

/** What is to be done every minute. One that fails keeps no other from it. */
export async function heartbeat(env: Env, now: number): Promise<void> {
  const done = await Promise.allSettled([wakeOverdue(env, now), forgetClaims(env, now)])
  for (const task of done) {
    if (task.status === 'rejected') console.error('a task of the heartbeat failed', task.reason)
  }
}
