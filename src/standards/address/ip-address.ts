import { parseUrl } from '../url/url.ts'

/** An address as 16-bit groups: two for IPv4, eight for IPv6. */
export type Address = readonly number[]

const OCTET = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${OCTET}\\.${OCTET}\\.${OCTET}\\.${OCTET}$`)

/**
 * Reads an address as resolvers and the hosts of parsed URLs spell it, brackets or not. Strict, as
 * other spellings are read in two ways (`010.1.1.1`) or hold for one machine (`fe80::1%eth0`).
 */
export function parseAddress(text: string): Address | undefined {
  return parseIPv4(text) ?? parseIPv6(text.replace(/^\[(.*)\]$/, '$1'))
}

function parseIPv4(text: string): Address | undefined {
  const octets = IPV4.exec(text)?.slice(1).map(Number)
  if (octets === undefined) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = octets
  return [a * 256 + b, c * 256 + d]
}

function parseIPv6(text: string): Address | undefined {
  if (!/^[\da-f:.]+$/i.test(text)) return undefined
  // The URL parser knows every spelling and answers in one: hex groups, one run of zeros as `::`.
  const url = parseUrl(`http://[${text}]/`)
  return url === undefined ? undefined : groupsOf(url.hostname.slice(1, -1))
}

function groupsOf(text: string): number[] {
  const [head = [], tail = []] = text
    .split('::')
    .map((side) => side.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}
