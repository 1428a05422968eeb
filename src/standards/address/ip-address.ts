import { parseUrl } from '../url/url.ts'

/** An IP address as 16-bit groups: two for IPv4, eight for IPv6. */
export type IpAddress = readonly number[]

const OCTET = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${OCTET}\\.${OCTET}\\.${OCTET}\\.${OCTET}$`)

/**
 * Parses an address as resolvers and parsed URLs spell it, with brackets or without. Other spellings
 * are ambiguous (`010.1.1.1`) or hold for one machine (`fe80::1%eth0`), and are refused.
 */
export function parseAddress(text: string): IpAddress | undefined {
  return parseIPv4(text) ?? parseIPv6(text.replace(/^\[(.*)\]$/, '$1'))
}

function parseIPv4(text: string): IpAddress | undefined {
  const octets = IPV4.exec(text)?.slice(1).map(Number)
  if (octets === undefined) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = octets
  return [a * 256 + b, c * 256 + d]
}

function parseIPv6(text: string): IpAddress | undefined {
  if (!/^[\da-f:.]+$/i.test(text)) return undefined
  // The URL parser accepts every spelling and yields one: hex groups, one run of zeros as `::`.
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

/** Why an address cannot be a public web server. */
export type SpecialUse =
  | 'loopback'
  | 'private'
  | 'link_local'
  | 'metadata'
  | 'multicast'
  | 'reserved'

/**
 * All blocks of IANA's special-purpose registries for IPv4 and IPv6 (RFC 6890): even those marked
 * globally reachable hold relays and sinks, not pages. Added are multicast (RFC 5771, RFC 4291
 * §2.7), withdrawn blocks (site-local and IPv4-compatible addresses), and the metadata addresses of
 * clouds. The first block that covers an address gives the reason.
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
  first: IpAddress
  bits: number
}

/**
 * All blocks as `address/bits`, and the NAT64 form of the IPv4 ones, for a network that must not
 * connect to them.
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
 * Addresses here end in an IPv4 address, which decides. The second block is NAT64's, by which a
 * network without IPv4 reaches every site that has nothing else (RFC 6052, RFC 6147).
 */
const EMBEDDING: readonly Range[] = ['::ffff:0:0/96', '64:ff9b::/96'].map(parseRange)

/** Undefined for an address that may be a public server. */
export function specialUse(address: IpAddress): SpecialUse | undefined {
  const embeds = EMBEDDING.some((range) => covers(range, address))
  const decisive = embeds ? address.slice(-2) : address
  return RANGES.find((range) => covers(range, decisive))?.use
}

/** Whether a resolver's answer may be a public server. An invalid address may not. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== undefined && specialUse(address) === undefined
}

function parseRange(text: string): Range {
  const [first = '', bits] = text.split('/')
  return { first: parseAddress(first)!, bits: Number(bits) }
}

function covers({ first, bits }: Range, address: IpAddress): boolean {
  if (first.length !== address.length) return false
  return first.every((group, i) => {
    const free = Math.min(16, Math.max(0, 16 * (i + 1) - bits))
    return group >> free === address[i]! >> free
  })
}
