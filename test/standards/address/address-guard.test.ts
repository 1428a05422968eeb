import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressGuard, BadAllowEntry } from '../../../src/standards/address/address-guard.ts'
import { isPublicAddress } from '../../../src/standards/address/ip-address.ts'

const guard = addressGuard([])
const reason = (url: string) => {
  const verdict = guard.judge(url)
  return verdict.allowed ? 'allowed' : verdict.reason
}

/** IANA's special-purpose blocks of IPv4, and multicast: first address, last, why. */
const BLOCKS: [string, string, string][] = [
  ['0.0.0.0', '0.255.255.255', 'reserved'],
  ['10.0.0.0', '10.255.255.255', 'private'],
  ['100.64.0.0', '100.127.255.255', 'private'],
  ['127.0.0.0', '127.255.255.255', 'loopback'],
  ['168.63.129.16', '168.63.129.16', 'metadata'],
  ['169.254.0.0', '169.254.255.255', 'link_local'],
  ['172.16.0.0', '172.31.255.255', 'private'],
  ['192.0.0.0', '192.0.0.255', 'reserved'],
  ['192.0.2.0', '192.0.2.255', 'reserved'],
  ['192.31.196.0', '192.31.196.255', 'reserved'],
  ['192.52.193.0', '192.52.193.255', 'reserved'],
  ['192.88.99.0', '192.88.99.255', 'reserved'],
  ['192.168.0.0', '192.168.255.255', 'private'],
  ['192.175.48.0', '192.175.48.255', 'reserved'],
  ['198.18.0.0', '198.19.255.255', 'reserved'],
  ['198.51.100.0', '198.51.100.255', 'reserved'],
  ['203.0.113.0', '203.0.113.255', 'reserved'],
  ['224.0.0.0', '239.255.255.255', 'multicast'],
  ['240.0.0.0', '255.255.255.255', 'reserved'],
]

const numberOf = (ip: string) => ip.split('.').reduce((n, octet) => n * 256 + Number(octet), 0)
const octetsOf = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255)
const dotted = (n: number) => octetsOf(n).join('.')
const isBlocked = (n: number) =>
  BLOCKS.some(([first, last]) => numberOf(first) <= n && n <= numberOf(last))

describe('an IPv4 address', () => {
  test.each(BLOCKS)('from %s to %s is %s', (first, last, why) => {
    expect(reason(`http://${first}/`)).toBe(why)
    expect(reason(`https://${last}:8443/a?b`)).toBe(why)
  })

  test.each(BLOCKS)('just outside %s to %s is judged by its own block', (first, last) => {
    for (const n of [numberOf(first) - 1, numberOf(last) + 1]) {
      if (n < 0 || n > 0xffffffff) continue
      expect(isPublicAddress(dotted(n))).toBe(!isBlocked(n))
    }
  })

  test('anywhere is public if it is in no block', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (n) => {
        expect(isPublicAddress(dotted(n))).toBe(!isBlocked(n))
        expect(isPublicAddress(`::ffff:${dotted(n)}`)).toBe(!isBlocked(n))
        expect(isPublicAddress(`64:ff9b::${dotted(n)}`)).toBe(!isBlocked(n))
        expect(guard.judge(`http://${n}/`).allowed).toBe(!isBlocked(n))
      }),
    )
  })

  test.each(['169.254.169.254', '100.100.100.200', '192.0.0.192', '[fd00:ec2::254]'])(
    'that tells machines their secrets is named: %s',
    (host) => {
      expect(reason(`http://${host}/latest/meta-data/`)).toBe('metadata')
    },
  )
})

describe('an IPv6 address', () => {
  test.each([
    ['::', '::ffff:ffff'],
    ['::ffff:0:0:0', '::ffff:0:ffff:ffff'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['100::', '100::1:ffff:ffff:ffff:ffff'],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('from %s to %s is not public', (first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false])
    expect(guard.judge(`http://[${first}]/`).allowed).toBe(false)
    expect(guard.judge(`http://[${last.toUpperCase()}]:8080/`).allowed).toBe(false)
  })

  test.each([
    ...'2000:: 2001:200:: 2001:db7:ffff::1 2001:db9:: 2001:ffff::1 2003::'.split(' '),
    ...'2606:4700:4700::1111 2620:4f:7fff::1 2620:4f:8001:: 3ffe::1 3fff:1000::'.split(' '),
  ])('such as %s is public', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
    expect(reason(`http://[${ip}]/`)).toBe('allowed')
  })

  test.each(['::1', '0:0:0:0:0:0:0:1', '0000::0001', '::0.0.0.1', '0::1'])(
    'is the loopback as %s',
    (ip) => {
      expect(reason(`http://[${ip}]/`)).toBe('loopback')
    },
  )
})

/** Ways to write one number of an IPv4 address. */
const part = (n: number) =>
  fc
    .tuple(fc.constantFrom(10, 8, 16), fc.integer({ min: 0, max: 3 }), fc.boolean())
    .map(([base, padding, upper]) => {
      const zeros = '0'.repeat(padding)
      if (base === 10) return String(n)
      if (base === 8) return `0${zeros}${n.toString(8)}`
      const hex = `0x${zeros}${n.toString(16)}`
      return upper ? hex.toUpperCase() : hex
    })

/** Ways to write an IPv4 address that URL parsers read as that address. */
const spelling = (n: number) => {
  const [a = 0, b = 0, c = 0, d = 0] = octetsOf(n)
  const groups = [a, b, c, d]
  const parts = fc.oneof(
    fc.constant([n >>> 0]),
    fc.constant([a, n & 0xffffff]),
    fc.constant([a, b, n & 0xffff]),
    fc.constant(groups),
  )
  return parts.chain((numbers) => fc.tuple(...numbers.map(part))).map((texts) => texts.join('.'))
}

const disguise = (host: string) =>
  fc.constantFrom(
    host,
    `${host}.`,
    host.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    host.replaceAll('.', '。'),
    host.replace(/\w/g, (char) => `%${char.charCodeAt(0).toString(16)}`),
    `${host[0]}\t${host.slice(1)}`,
    `${host[0]}\u00AD${host.slice(1)}`,
  )

/** Ways to write it as an IPv6 address that leads there, or once did. */
const embedded = (n: number) => {
  const hex = (number: number) =>
    `${((number >>> 16) & 0xffff).toString(16)}:${(number & 0xffff).toString(16)}`
  const [a = 0, b = 0, c = 0, d = 0] = octetsOf(n).map((o) => o.toString(16).padStart(2, '0'))
  return fc.constantFrom(
    `[::ffff:${dotted(n)}]`,
    `[::ffff:${hex(n)}]`,
    `[0:0:0:0:0:FFFF:${dotted(n)}]`,
    `[::${dotted(n)}]`,
    `[::ffff:0:${dotted(n)}]`,
    `[64:ff9b::${dotted(n)}]`,
    `[64:ff9b::${hex(n)}]`,
    `[64:ff9b:1::${dotted(n)}]`,
    `[64:ff9b:1:${a}${b}:00${c}:${d}00::]`,
    `[2002:${hex(n)}::1]`,
    `[2001:0:4136:e378:8000:63bf:${hex(~n)}]`,
  )
}

const around = (host: string) =>
  fc.constantFrom(
    `http://${host}/`,
    `HTTPS://${host}:8443/a?b#c`,
    `http://good.example@${host}/`,
    `http://good.example:80@${host}:80/`,
    `http://good.example%40@${host}#@good.example/`,
    `http:\\\\${host}\\@good.example`,
    `http:${host}`,
    `http:////${host}?@good.example`,
    ` \n http://${host}\r\n`,
  )

describe('a blocked address', () => {
  const blocked = fc
    .constantFrom(...BLOCKS)
    .chain(([first, last]) => fc.integer({ min: numberOf(first), max: numberOf(last) }))

  test('is refused in every spelling', () => {
    const hosts = blocked.chain((n) => fc.oneof(spelling(n).chain(disguise), embedded(n)))
    fc.assert(
      fc.property(hosts.chain(around), (url) => {
        expect(guard.judge(url).allowed).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })

  test('is refused in every spelling that names it, for its own reason', () => {
    fc.assert(
      fc.property(
        blocked.chain((n) => fc.tuple(fc.constant(n), spelling(n).chain(disguise))),
        ([n, host]) => {
          expect(reason(`http://${host}/`)).toBe(reason(`http://${dotted(n)}/`))
        },
      ),
    )
  })

  test.each([
    ['http://[fe80::1%25eth0]/', 'not_a_url'],
    ['http://[::1%lo]/', 'not_a_url'],
    ['http://[::1', 'not_a_url'],
    ['http://0000::1:80/', 'not_a_url'],
    ['http://1.2.3.4.5/', 'not_a_url'],
    ['http://127.0.0.08/', 'not_a_url'],
    ['http://4294967296/', 'not_a_url'],
  ])('is not reached by %s either', (url, why) => {
    expect(reason(url)).toBe(why)
  })

  test.each(['http://1.0.0.1/', 'http://0x01010101/', 'http://example.org/?u=http://127.0.0.1/'])(
    'is not seen in %s',
    (url) => {
      expect(reason(url)).toBe('allowed')
    },
  )
})

describe('a resolved address', () => {
  test.each([
    ...'010.8.8.8 8.8.8.08 8.8 0x8.8.8.8 134744072 8.8.8.8. 8.8.8.8/32 example.org'.split(' '),
    ...'2606:4700::1%eth0 fe80::1%1 [2606:4700::1 ::1]/@[2606:4700::1 [1.1.1.1]'.split(' '),
    ' 8.8.8.8',
    '',
  ])('written as %j is none', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })
})

describe('a name', () => {
  test.each([
    ...'localhost LOCALHOST. a.localhost ｌｏｃａｌｈｏｓｔ loc%61lhost localhost.localdomain'.split(
      ' ',
    ),
    ...'printer.local metadata.google.internal metadata router.lan nas.home.arpa'.split(' '),
    ...'wiki.corp a.intranet b.private c.home intranet .. a..org .org'.split(' '),
  ])('such as %s is no public server’s', (host) => {
    expect(reason(`http://${host}/`)).toBe('local_name')
  })

  test.each([
    ...'example.org example.org. localhost.example.org local.org notlocalhost.org'.split(' '),
    ...'internal.example.org homearpa.org lan.party.example xn--bcher-kva.example'.split(' '),
  ])('such as %s may be', (host) => {
    expect(reason(`http://${host}/`)).toBe('allowed')
  })
})

test.each(['ftp://example.org/', 'file:///etc/passwd', 'data:text/html,x', 'gopher://1.1.1.1/'])(
  '%s is not the web',
  (url) => {
    expect(reason(url)).toBe('not_http')
  },
)

describe('the allow list', () => {
  test('lets an origin through, and nothing else of that address', () => {
    const { judge } = addressGuard(['http://127.0.0.1:8080'])
    expect(judge('http://127.0.0.1:8080/a').allowed).toBe(true)
    expect(judge('http://0x7f.1:8080/a').allowed).toBe(true)
    expect(judge('https://127.0.0.1:8080/').allowed).toBe(false)
    expect(judge('http://127.0.0.1/').allowed).toBe(false)
    expect(judge('http://127.0.0.1:8081/').allowed).toBe(false)
    expect(judge('http://127.0.0.2:8080/').allowed).toBe(false)
    expect(judge('http://[::ffff:127.0.0.1]:8080/').allowed).toBe(false)
  })

  test('takes a host and port for both schemes', () => {
    const { judge } = addressGuard(['LocalHost:8080', '[::1]:80'])
    expect(judge('http://localhost:8080/').allowed).toBe(true)
    expect(judge('https://localhost:8080/').allowed).toBe(true)
    expect(judge('http://[::1]/').allowed).toBe(true)
    expect(judge('https://[::1]/').allowed).toBe(false)
    expect(judge('http://localhost/').allowed).toBe(false)
  })

  describe('holds for what is on it, not for what strangers lead to', () => {
    const listed = addressGuard(['loopback', 'intranet.example:8080', 'http://10.0.0.5'])
    const inside = ['http://127.0.0.1:1/', 'http://localhost/', 'http://intranet.example:8080/a']
    const outside = ['http://stranger.example/', 'http://1.1.1.1/', 'http://intranet.example/']

    test.each(inside)('to %s', (url) => {
      expect(listed.isListed(url)).toBe(true)
      for (const page of ['http://10.0.0.5/', ...inside]) {
        expect(listed.from(page).judge(url)).toEqual({ allowed: true })
      }
      for (const page of ['no address', ...outside]) {
        expect(listed.from(page).judge(url).allowed).toBe(false)
        // Not by way of it either.
        expect(listed.from(page).from(inside[0]!).judge(url).allowed).toBe(false)
      }
    })

    test.each(outside)('but everything leads to %s', (url) => {
      expect(listed.isListed(url)).toBe(false)
      for (const page of [...inside, ...outside]) {
        expect(listed.from(page).judge(url)).toEqual({ allowed: true })
      }
    })

    test('and a refusal has the reason it would have without a list', () => {
      const from = listed.from('http://stranger.example/')
      expect(from.judge('http://127.0.0.1/')).toEqual({ allowed: false, reason: 'loopback' })
      expect(from.judge('http://localhost/')).toEqual({ allowed: false, reason: 'local_name' })
    })
  })

  test.each(['', 'ftp://a.test', 'http://a.test/path', 'a.test/path', 'http://', '*', 'a b:80'])(
    'refuses the entry %j',
    (entry) => {
      expect(() => addressGuard([entry])).toThrow(BadAllowEntry)
    },
  )
})

test('whatever the text, there is a verdict', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }).map((host) => `http://${host}/`),
    fc.string({ unit: 'binary' }).map((host) => `http://[${host}]/`),
    fc.stringMatching(/^https?:[\\/]{0,4}[\d.:x%a-f[\]@]{0,30}$/),
  )
  fc.assert(
    fc.property(text, text, (url, page) => {
      expect(typeof guard.judge(url).allowed).toBe('boolean')
      expect(typeof guard.from(page).judge(url).allowed).toBe('boolean')
    }),
    { numRuns: 1_000 },
  )
  const long = 'http://' + '1.'.repeat(500_000)
  expect(guard.judge(long).allowed).toBe(false)
})
