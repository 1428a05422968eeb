import { sentAgent } from '../../crawl/user-agent.ts'
import type { Sender } from '../../host/webhook/send.ts'
import type { Env } from './env.ts'
import { outbound } from './outbound.ts'

/** How webhooks are told: under the crawler's name, and nowhere that the crawler may not go. */
export function cloudflareSender(env: Env, http?: Sender['http']): Sender {
  const { guard, send } = outbound(env)
  return {
    http: http ?? send,
    guard,
    userAgent: sentAgent(env.USER_AGENT),
    now: () => Date.now(),
    random: () => Math.random(),
  }
}
