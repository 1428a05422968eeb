import { addressGuard, allowList } from '../../web/address/address-guard.ts'
import { sentAgent } from '../../web/user-agent.ts'
import type { Sender } from '../../web/webhook/send.ts'
import type { Env } from './env.ts'

/** How webhooks are told: under the crawler's name, and nowhere that the crawler may not go. */
export function cloudflareSender(env: Env, http: Sender['http']): Sender {
  return {
    http,
    guard: addressGuard(allowList(env.ALLOW_ADDRESSES)),
    userAgent: sentAgent(env.USER_AGENT),
    now: () => Date.now(),
    random: () => Math.random(),
  }
}
