import { promises as dns } from 'node:dns'
import { isPublicAddress, parseAddress } from '../../../standards/address/ip-address.ts'

/** Every address of a name, in the order in which they should be tried. */
export type Lookup = (name: string) => Promise<string[]>

/** The machine's own resolver, which knows its hosts file and its network's names. */
export const systemLookup: Lookup = async (name) => {
  const found = await dns.lookup(name, { all: true })
  return found.map(({ address }) => address)
}

/** A host that has, or is, an address outside the public internet. */
class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} leads to a private address; add it to the allow list if it is meant to`)
  }
}

/**
 * The addresses to connect to. One that is not public refuses the whole name: no public site has
 * one, and whoever answers for the name meant it to be reached.
 */
export async function publicAddresses(hostname: string, lookup: Lookup): Promise<string[]> {
  const addresses = await addressesOf(hostname, lookup)
  if (!addresses.every(isPublicAddress)) throw new PrivateAddress(hostname)
  return addresses
}

/** The same for a host on the allow list, which may be anywhere. */
export async function addressesOf(hostname: string, lookup: Lookup): Promise<string[]> {
  // IPv6 addresses of a URL are in brackets.
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = parseAddress(literal) === undefined ? await lookup(hostname) : [literal]
  if (addresses.length === 0) throw new Error(`${hostname} has no address`)
  return addresses
}
