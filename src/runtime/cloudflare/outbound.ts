import {
  addressGuard,
  allowList,
  type AddressGuard,
} from '../../standards/address/address-guard.ts'
import type { Env } from './env.ts'

/** The way out to the network, and what keeps it out of private ones. */
interface Outbound {
  guard: AddressGuard
  send: (url: string, init: RequestInit) => Promise<Response>
}

/**
 * A name may resolve to a private address. Cloudflare's network reaches none; where workerd runs on
 * a machine of one's own, what is not on the allow list is sent through a network that connects to
 * public addresses alone, and looks at the very address that it connects to.
 */
export function outbound(env: Pick<Env, 'ALLOW_ADDRESSES' | 'PUBLIC_NETWORK'>): Outbound {
  const guard = addressGuard(allowList(env.ALLOW_ADDRESSES))
  const { PUBLIC_NETWORK: publicNetwork } = env
  const send: Outbound['send'] = (url, init) =>
    publicNetwork === undefined || guard.isListed(url)
      ? fetch(url, init)
      : publicNetwork.fetch(url, init)
  return { guard, send }
}
