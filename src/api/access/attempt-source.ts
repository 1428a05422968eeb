import { parseAddress } from '../../standards/address/ip-address.ts'

const GROUPS_OF_A_NETWORK = 4

/**
 * Whom a wrong key is put down to. Of IPv6 the network (/64) that one household or server is given
 * whole: counted one by one, its addresses would never come to an end.
 */
export function attemptSource(address: string): string {
  const network = parseAddress(address)?.slice(0, GROUPS_OF_A_NETWORK) ?? []
  // IPv4 has two groups; written as IPv6, it would all be of one network.
  if (network.length < GROUPS_OF_A_NETWORK || network.every((group) => group === 0)) return address
  return network.map((group) => group.toString(16)).join(':')
}
