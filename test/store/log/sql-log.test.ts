import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compressor } from '../../../src/runtime/compressor.ts'
import { packed, unpacked } from '../../../src/store/log/sql-log.ts'

const record = fc
  .oneof(
    fc.uint8Array({ maxLength: 3000 }),
    // Something to compress.
    fc
      .array(fc.constantFrom('/wiki/', 'volcano', 'lava', '?page='), { maxLength: 600 })
      .map(bytesOf),
  )
  .map((body) => Uint8Array.from([0xd0, ...body]))

function bytesOf(words: string[]): Uint8Array {
  return new TextEncoder().encode(words.join(''))
}

test('a record is unpacked as it was, and never takes more room packed', () => {
  fc.assert(
    fc.property(record, (original) => {
      const pack = packed(original, compressor)
      expect(pack.length).toBeLessThanOrEqual(original.length)
      expect(Uint8Array.from(unpacked(pack, compressor))).toEqual(original)
    }),
  )
})

test('links within one site take less than half the room', () => {
  const paths = Array.from({ length: 60 }, (_, i) => `/articles/volcanoes/of-the-world-${i * 7}`)
  const original = Uint8Array.from([0xd0, ...bytesOf(paths)])
  expect(packed(original, compressor).length).toBeLessThan(original.length / 2)
})

test('damaged bytes are never unpacked as a record', () => {
  const paths = Array.from({ length: 60 }, (_, i) => `/articles/volcanoes/of-the-world-${i * 7}`)
  const pack = packed(Uint8Array.from([0xd0, ...bytesOf(paths)]), compressor)
  for (let length = 1; length < pack.length; length++) {
    expect(unpacked(pack.subarray(0, length), compressor)[0]).not.toBe(0xd0)
  }
})
