import type { Http } from '../../crawl/http.ts'
import { outgoingUserAgent } from '../../crawl/user-agent.ts'
import type { Sender } from '../../host/webhook/send.ts'
import {
  addressGuard,
  allowList,
  type AddressGuard,
} from '../../standards/address/address-guard.ts'

type Send = (url: string, init: RequestInit) => Promise<Response>

/** The variables and bindings that decide what may be sent where: see `Env`. */
interface OutboundEnv {
  USER_AGENT?: string
  ALLOW_ADDRESSES?: string
  PUBLIC_NETWORK?: { fetch: Send }
}

/** Access to the network, and the guard that keeps it out of private ones. */
interface Outbound {
  guard: AddressGuard
  send: Send
}

/**
 * A name may resolve to a private address. Cloudflare's network reaches none. Where workerd runs on
 * one's own machine, what is not on the allow list goes through a network that connects to public
 * addresses only, and checks the very address it connects to.
 */
export function outbound(env: OutboundEnv): Outbound {
  const guard = addressGuard(allowList(env.ALLOW_ADDRESSES))
  const { PUBLIC_NETWORK: publicNetwork } = env
  const send: Send = (url, init) =>
    publicNetwork === undefined || guard.isListed(url)
      ? fetch(url, init)
      : publicNetwork.fetch(url, init)
  return { guard, send }
}

/** Error 1016 and its like: the platform found no server, and says so by a status of its own. */
const ORIGIN_NOT_FOUND = 530

/** Turns the platform's own status for a missing server into a failed request, as elsewhere. */
export function answeredHttp(send: Http): Http {
  return async (url, init) => {
    const answer = await send(url, init)
    if (answer.status !== ORIGIN_NOT_FOUND) return answer
    await answer.body?.cancel()
    throw new Error(`${new URL(url).host} cannot be found or reached`)
  }
}

/** Sends webhooks under the crawler's name, and nowhere that the crawler may not go. */
export function cloudflareSender(env: OutboundEnv): Sender {
  const { guard, send } = outbound(env)
  return {
    http: send,
    guard,
    userAgent: outgoingUserAgent(env.USER_AGENT),
    now: () => Date.now(),
    random: () => Math.random(),
  }
}
