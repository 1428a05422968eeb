import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CappedBytes } from '../../src/lib/capped-bytes.ts'

test('holds what it is given, in order, up to its cap', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 20 })
  fc.assert(
    fc.property(pieces, fc.nat(20_000), (given, cap) => {
      const all = Buffer.concat(given)
      const gathered = new CappedBytes(cap)
      const fits = given.map((piece) => gathered.add(piece))
      expect(fits.every(Boolean)).toBe(all.length <= cap)
      expect(Buffer.compare(gathered.bytes(), all.subarray(0, cap))).toBe(0)
      expect(gathered.bytes().buffer.byteLength).toBeLessThanOrEqual(2_048 + 1.25 * cap)
    }),
  )
})

test('a million pieces of one byte take no more room than one of a million', () => {
  const gathered = new CappedBytes(1_000_000)
  for (let i = 0; i < 1_000_000; i++) gathered.add(Uint8Array.of(i))
  expect(gathered.add(Uint8Array.of(0))).toBe(false)
  expect(gathered.bytes().buffer.byteLength).toBeLessThanOrEqual(1_250_000)
})
