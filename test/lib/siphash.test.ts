import fc from 'fast-check'
import { expect, test } from 'vitest'
import { siphash, type SipKey } from '../../src/lib/siphash.ts'

const ZERO: SipKey = [0, 0, 0, 0]
const hex = (text: string, key: SipKey) => {
  const { low, high } = siphash(text, key)
  return ((BigInt(high) << 32n) | BigInt(low)).toString(16).padStart(16, '0')
}

/** The paper's own words in big integers: slow, and plain to see. */
function reference(bytes: Uint8Array, key: SipKey): string {
  const word = (low: number, high: number) => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
  const rotate = (x: bigint, by: bigint) => BigInt.asUintN(64, (x << by) | (x >> (64n - by)))
  const add = (x: bigint, y: bigint) => BigInt.asUintN(64, x + y)
  const [k0, k1] = [word(key[0], key[1]), word(key[2], key[3])]
  let [v0, v1, v2, v3] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ]
  const round = () => {
    v0 = add(v0, v1)
    v1 = rotate(v1, 13n) ^ v0
    v0 = rotate(v0, 32n)
    v2 = add(v2, v3)
    v3 = rotate(v3, 16n) ^ v2
    v0 = add(v0, v3)
    v3 = rotate(v3, 21n) ^ v0
    v2 = add(v2, v1)
    v1 = rotate(v1, 17n) ^ v2
    v2 = rotate(v2, 32n)
  }
  const padded = new Uint8Array(Math.floor(bytes.length / 8) * 8 + 8)
  padded.set(bytes)
  padded[padded.length - 1] = bytes.length & 0xff
  const view = new DataView(padded.buffer)
  for (let at = 0; at < padded.length; at += 8) {
    const m = view.getBigUint64(at, true)
    v3 ^= m
    round()
    v0 ^= m
  }
  v2 ^= 0xffn
  for (let i = 0; i < 3; i++) round()
  return (v0 ^ v1 ^ v2 ^ v3).toString(16).padStart(16, '0')
}

test.each([
  ['', 'd1fba762150c532c'],
  ['\0', '68a914128e01e473'],
  ['siphash', '8264ceeccb16bcbe'],
  ['digest-sip_hash', 'ce31007e34130c0a'],
])('%j has the hash that other implementations of SipHash-1-3 give it', (text, hash) => {
  expect(hex(text, ZERO)).toBe(hash)
})

test('any text under any key has the hash that the definition gives it', () => {
  const word = fc.integer({ min: 0, max: 0xffff_ffff })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.tuple(word, word, word, word), (text, key) => {
      expect(hex(text, key)).toBe(reference(new TextEncoder().encode(text), key))
    }),
    { numRuns: 1_000 },
  )
})

test('a text longer than any before it is hashed whole', () => {
  for (const text of ['x'.repeat(10_000), 'ü'.repeat(30_000)]) {
    expect(hex(text, ZERO)).toBe(reference(new TextEncoder().encode(text), ZERO))
  }
})
