import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localOutbound } from '../../../src/runtime/local/outbound.ts'
import type { Lookup } from '../../../src/runtime/local/outbound/resolve.ts'

/** A server of this machine, and how often somebody connected to it. */
let connections = 0
const secret = createServer((_, response) => void response.end('secret'))
secret.on('connection', () => connections++)
let port: number

beforeAll(async () => {
  await new Promise<void>((done) => secret.listen(0, '127.0.0.1', done))
  port = (secret.address() as AddressInfo).port
})
afterAll(() => {
  secret.close()
  secret.closeAllConnections()
})

/** Sends a request past all that would have refused it. */
async function send(url: string, lookup?: Lookup, method: 'GET' | 'POST' = 'GET') {
  const outbound = localOutbound({ allow: [], ...(lookup && { lookup }) })
  try {
    const signal = AbortSignal.timeout(300)
    return await outbound.send(url, { method, headers: {}, signal, redirect: 'manual' })
  } finally {
    outbound.close()
  }
}

/** Addresses that are routed, though not from here. */
const PUBLIC = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']
const PRIVATE = [
  '127.0.0.1',
  '10.0.0.5',
  '169.254.169.254',
  '0.0.0.0',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'fd00::1',
  'fe80::1%lo',
  '0177.0.0.1',
  'no address',
]

describe('a name', () => {
  test.each(PRIVATE)('that resolves to %s is refused', async (address) => {
    await expect(send(`http://site.example:${port}/`, async () => [address])).rejects.toThrow(
      'site.example leads to a private address',
    )
    expect(connections).toBe(0)
  })

  test('is refused for one private address among public ones, wherever it stands', async () => {
    const addresses = fc
      .tuple(fc.subarray(PUBLIC), fc.constantFrom(...PRIVATE), fc.subarray(PUBLIC))
      .map(([before, between, after]) => [...before, between, ...after])
    await fc.assert(
      fc.asyncProperty(addresses, async (found) => {
        const sent = send(`http://site.example:${port}/`, async () => found)
        await expect(sent).rejects.toThrow('private address')
      }),
    )
    expect(connections).toBe(0)
  })

  test('is looked up once, and another answer later changes nothing', async () => {
    let lookups = 0
    const rebinding: Lookup = async () => (++lookups === 1 ? [PUBLIC[0]!] : ['127.0.0.1'])
    const first = send(`http://site.example:${port}/`, rebinding)
    await expect(first.catch(() => 'unreachable')).resolves.toBe('unreachable')
    expect([lookups, connections]).toEqual([1, 0])
    await expect(send(`http://site.example:${port}/`, rebinding)).rejects.toThrow('private address')
    expect([lookups, connections]).toEqual([2, 0])
  })

  test('without an address cannot be reached', async () => {
    await expect(send('http://site.example/', async () => [])).rejects.toThrow('no address')
  })
})

const HOSTS = [
  '127.0.0.1',
  'localhost',
  '0.0.0.0',
  '2130706433',
  '0x7f.1',
  '0177.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::]',
]

test.each(HOSTS)('this machine is not reached as %s', async (host) => {
  for (const scheme of ['http', 'https']) {
    const url = `${scheme}://${host}:${port}/`
    await expect(send(url)).rejects.toThrow('private address')
    await expect(send(url, undefined, 'POST')).rejects.toThrow('private address')
  }
  expect(connections).toBe(0)
})

test.each(['file:///etc/passwd', 'data:text/html,a', 'ftp://site.example/'])(
  'nothing but HTTP is sent: %s',
  async (url) => {
    await expect(send(url)).rejects.toThrow('not HTTP')
  },
)
