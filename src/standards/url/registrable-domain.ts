import { getDomain } from 'tldts'
import { parseAddress } from '../address/ip-address.ts'

/**
 * Which rules of the public suffix list count: all, or those of registries alone. By the private
 * rules each customer of a platform (`a.github.io`, `b.blogspot.com`) is a site of its own.
 */
type SuffixRules = 'all' | 'registries'

/** RFC 1035 §2.3.4: labels of 1 to 63 octets, 253 in all without the root's dot. */
const DNS_NAME = /^(?!.{254})[^.]{1,63}(?:\.[^.]{1,63})*$/

/**
 * The registrable domain of a host in ASCII: `bbc.co.uk` of `news.bbc.co.uk`. Undefined for an IP
 * address, for a public suffix itself and for an invalid name.
 */
export function registrableDomain(host: string, rules: SuffixRules = 'all'): string | undefined {
  const name = host.replace(/\.$/, '').toLowerCase()
  if (!DNS_NAME.test(name) || parseAddress(name) !== undefined) return undefined
  const allowPrivateDomains = rules === 'all'
  return (
    getDomain(name, { extractHostname: false, detectIp: false, allowPrivateDomains }) ?? undefined
  )
}
