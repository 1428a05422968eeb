import { getDomain } from 'tldts'
import { parseAddress } from '../address/ip-address.ts'

/**
 * Which rules of the public suffix list hold: all, or those of registries alone. By the private
 * ones each customer of a platform (`a.github.io`, `b.blogspot.com`) is a site of its own.
 */
type SuffixRules = 'all' | 'registries'

/** RFC 1035 §2.3.4: labels of 1 to 63 octets, 253 in all without the root's dot. */
const DNS_NAME = /^(?!.{254})[^.]{1,63}(?:\.[^.]{1,63})*$/

/**
 * The part of a host name that someone registered: `bbc.co.uk` of `news.bbc.co.uk`. Undefined for
 * an address, for a public suffix itself and for what is no name. Hosts as URLs have them: ASCII.
 */
export function registrableDomain(host: string, rules: SuffixRules = 'all'): string | undefined {
  const name = host.replace(/\.$/, '').toLowerCase()
  if (!DNS_NAME.test(name) || parseAddress(name) !== undefined) return undefined
  const allowPrivateDomains = rules === 'all'
  return (
    getDomain(name, { extractHostname: false, detectIp: false, allowPrivateDomains }) ?? undefined
  )
}

/** Whom a request bothers: all hosts of a registrable domain, or the host that has none. */
export function siteOf(host: string): string {
  return registrableDomain(host) ?? host
}
