import { describe, expect, test } from 'vitest'
import { addressGuard } from '../../../src/standards/address/address-guard.ts'

/** This machine, its network, its cloud, and what no server has. */
const ADDRESSES = [
  '127.0.0.1',
  '10.0.0.5',
  '192.168.1.1',
  '172.16.0.9',
  '169.254.169.254',
  '0.0.0.0',
]

const NAMES = 'localhost a.localhost metadata.google.internal printer.local nas.home.arpa intranet'

const octetsOf = (address: string) => address.split('.').map(Number)
const numberOf = (octets: number[]) => octets.reduce((sum, octet) => sum * 256 + octet, 0)
const hex = (number: number) => `0x${number.toString(16)}`
const octal = (number: number) => `0${number.toString(8)}`

/** Spells an address as one, two, three or four numbers, in three bases and mixtures of them. */
function* numbers(address: string): Generator<string> {
  const [a, b, c, d] = octetsOf(address) as [number, number, number, number]
  const parts = [
    [numberOf([a, b, c, d])],
    [a, numberOf([b, c, d])],
    [a, b, numberOf([c, d])],
    [a, b, c, d],
  ]
  for (const part of parts) {
    for (const base of [String, hex, octal, (n: number) => hex(n).toUpperCase()]) {
      yield part.map(base).join('.')
    }
    yield part.map((n, i) => [String, hex, octal][i % 3]!(n)).join('.')
    yield part.map((n) => `0x000${n.toString(16)}`).join('.')
  }
}

/** Spells it with characters that the URL parser maps to those of an address or name. */
function* disguises(host: string): Generator<string> {
  yield host
  yield `${host}.`
  yield host.replace(/[0-9a-z]/gi, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
  yield host.replaceAll('.', '\u3002')
  yield host.replaceAll('.', '\uff0e')
  yield host.replace(/\w/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  yield `${host[0]}\t${host.slice(1)}`
  yield `${host[0]}\u00ad${host.slice(1)}`
}

/** Spells it as IPv6 addresses that lead there, or once did. */
function* embedded(address: string): Generator<string> {
  const [a, b, c, d] = octetsOf(address) as [number, number, number, number]
  const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  for (const prefix of [
    '::ffff:',
    '0:0:0:0:0:ffff:',
    '::',
    '::ffff:0:',
    '64:ff9b::',
    '64:ff9b:1::',
  ]) {
    for (const end of [address, groups, groups.toUpperCase()]) yield `[${prefix}${end}]`
  }
  yield `[2002:${groups}::]`
}

/** Puts it into URLs that try to look like another's. */
function* urls(host: string): Generator<string> {
  yield `http://${host}/`
  yield `https://${host}:8443/a?b#c`
  yield `http://good.example@${host}/`
  yield `http://good.example%40@${host}#@good.example/`
  yield `http:\\\\${host}\\@good.example`
  yield ` \n http://${host}\r\n`
}

function all(): string[] {
  const plain = ADDRESSES.flatMap((address) => [...numbers(address), ...embedded(address)])
  const hosts = [
    ...plain,
    ...NAMES.split(' '),
    '[::1]',
    '[0:0::0:1]',
    '[::]',
    '[fe80::1]',
    '[fd00::1]',
  ]
  const disguised = hosts.flatMap((host) => (host.startsWith('[') ? [host] : [...disguises(host)]))
  return disguised.flatMap((host) => [...urls(host)])
}

describe('each of the spellings of a private address', () => {
  const spellings = [...new Set(all())]
  const guards = {
    'with nothing allowed': addressGuard([]),
    'of a stranger, with this machine allowed': addressGuard(['loopback', '10.0.0.5:80']).from(
      'http://stranger.example/',
    ),
  }

  test('is counted', () => {
    expect(spellings.length).toBeGreaterThan(362)
  })

  test.each(Object.entries(guards))('is refused %s', (_, guard) => {
    expect(spellings.filter((url) => guard.judge(url).allowed)).toEqual([])
  })
})
