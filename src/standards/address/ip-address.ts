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

/** Why an address is nobody's public web server. */
export type SpecialUse =
  | 'loopback'
  | 'private'
  | 'link_local'
  | 'metadata'
  | 'multicast'
  | 'reserved'

/**
 * The special-purpose registries of IANA for IPv4 and IPv6 (RFC 6890), all of their blocks: those
 * marked globally reachable hold relays and sinks, not pages. Added are multicast (RFC 5771, RFC
 * 4291 §2.7), what was withdrawn (site-local and IPv4-compatible addresses), and the addresses at
 * which clouds tell their machines secrets. Of two that fit, the first says why.
 */
const SPECIAL: readonly [SpecialUse, string][] = [
  // AWS, Google, Azure, Oracle, Alibaba and those who copied them.
  ['metadata', '169.254.169.254/32 168.63.129.16/32 192.0.0.192/32 100.100.100.200/32'],
  ['metadata', 'fd00:ec2::254/128 fd20:ce::254/128'],
  ['loopback', '127.0.0.0/8 ::1/128'],
  ['private', '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 fc00::/7 fec0::/10'],
  ['link_local', '169.254.0.0/16 fe80::/10'],
  ['multicast', '224.0.0.0/4 ff00::/8'],
  // This network, IETF assignments, AS112, AMT, the 6to4 relay, benchmarks, class E.
  ['reserved', '0.0.0.0/8 192.0.0.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24'],
  ['reserved', '192.175.48.0/24 198.18.0.0/15 240.0.0.0/4'],
  // Documentation.
  ['reserved', '192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20'],
  // IPv4 within IPv6: compatible, translated (RFC 2765), NAT64 of one network's own, 6to4.
  ['reserved', '::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 2002::/16'],
  // Discard-only, dummy, IETF assignments (Teredo, benchmarks, ORCHID, ...), AS112, SRv6.
  ['reserved', '100::/64 100:0:0:1::/64 2001::/23 2620:4f:8000::/48 5f00::/16'],
]

interface Range {
  first: Address
  bits: number
}

/**
 * All of these as `address/bits`, with the NAT64 form of those of IPv4, for a network that is to
 * connect to none of them.
 */
export function specialRanges(): string[] {
  const ranges = SPECIAL.flatMap(([, texts]) => texts.split(' '))
  const translated = ranges.filter((range) => !range.includes(':')).map(throughNat64)
  return [...ranges, ...translated]
}

function throughNat64(range: string): string {
  const [first = '', bits] = range.split('/')
  return `64:ff9b::${first}/${96 + Number(bits)}`
}

const RANGES: readonly (Range & { use: SpecialUse })[] = SPECIAL.flatMap(([use, ranges]) =>
  ranges.split(' ').map((range) => ({ use, ...parseRange(range) })),
)

/**
 * Behind these stands the IPv4 address at their end, which decides. The second is NAT64's, by
 * which a network without IPv4 reaches every site that has nothing else (RFC 6052, RFC 6147).
 */
const EMBEDDING: readonly Range[] = ['::ffff:0:0/96', '64:ff9b::/96'].map(parseRange)

/** Undefined for an address that may be a public server's. */
export function specialUse(address: Address): SpecialUse | undefined {
  const embeds = EMBEDDING.some((range) => covers(range, address))
  const decisive = embeds ? address.slice(-2) : address
  return RANGES.find((range) => covers(range, decisive))?.use
}

/** Whether a resolver's answer is the address of a public server. What is no address is not. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== undefined && specialUse(address) === undefined
}

function parseRange(text: string): Range {
  const [first = '', bits] = text.split('/')
  return { first: parseAddress(first)!, bits: Number(bits) }
}

function covers({ first, bits }: Range, address: Address): boolean {
  if (first.length !== address.length) return false
  return first.every((group, i) => {
    const free = Math.min(16, Math.max(0, 16 * (i + 1) - bits))
    return group >> free === address[i]! >> free
  })
}
