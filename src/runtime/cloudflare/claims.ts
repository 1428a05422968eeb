import { CLAIM_MS, type Claims } from '../../core/campaign/claims.ts'
import { claimStore } from '../../store/results/claim-store.ts'
import { d1Database } from './d1-database.ts'
import type { Env } from './env.ts'

export function cloudflareClaims(env: Env): Claims {
  return claimStore(d1Database(env.DB))
}

/** Once an hour is enough: a claim that lives on for a while harms nobody, and to look for it reads all of them. */
export async function forgetClaims(env: Env, now: number): Promise<void> {
  if (new Date(now).getUTCMinutes() === 0)
    await claimStore(d1Database(env.DB)).forget(now - CLAIM_MS)
}
