import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BrokenBytes, ByteReader } from '../../src/lib/byte-reader.ts'
import { ByteWriter } from '../../src/lib/byte-writer.ts'
import { crc32 } from '../../src/lib/checksum.ts'

function written(write: (out: ByteWriter) => void): Uint8Array {
  const out = new ByteWriter()
  write(out)
  return out.bytes()
}

test('reads back every varint up to 2^53 - 1', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      expect(new ByteReader(written((out) => out.varint(value))).varint()).toBe(value)
    }),
  )
})

test('keeps small numbers of both signs in one byte', () => {
  for (const value of [-64, -1, 0, 1, 63]) {
    const bytes = written((out) => out.zigzag(value))
    expect(bytes).toHaveLength(1)
    expect(new ByteReader(bytes).zigzag()).toBe(value)
  }
})

test('reads back a mixture in the order it was written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(), fc.integer(), fc.string({ unit: 'grapheme' }))),
      (rows) => {
        const reader = new ByteReader(
          written((out) => {
            for (const [count, signed, text] of rows) {
              out.varint(count)
              out.zigzag(signed)
              out.text(text)
              out.uint32(count >>> 0)
            }
          }),
        )
        for (const [count, signed, text] of rows) {
          expect(reader.varint()).toBe(count)
          expect(reader.zigzag()).toBe(signed)
          expect(reader.text()).toBe(text)
          expect(reader.uint32()).toBe(count >>> 0)
        }
        expect(reader.left).toBe(0)
      },
    ),
  )
})

test('refuses numbers that are no varints', () => {
  for (const value of [-1, 0.5, Number.NaN, 2 ** 53]) {
    expect(() => new ByteWriter().varint(value)).toThrow(RangeError)
  }
})

test('says where bytes end too soon instead of reading past the end', () => {
  expect(() => new ByteReader(new Uint8Array([0x80])).varint()).toThrow(BrokenBytes)
  expect(() => new ByteReader(new Uint8Array([5, 97])).text()).toThrow(/text longer than its bytes/)
  expect(() => new ByteReader(new Uint8Array([0xff, 0xff, 0x7f])).count()).toThrow(
    /list longer than its bytes/,
  )
})

test('computes the checksum that zip and PNG compute', () => {
  // The check value given with the polynomial's definition.
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
})

test('refuses to write a word that is not in its list, rather than a place nobody can read', () => {
  const words: readonly string[] = ['one', 'two']
  expect(() => written((out) => out.oneOf(words, 'three'))).toThrow(
    '"three" has no place among: one, two',
  )
  const many = Array.from({ length: 300 }, (_, i) => `word ${i}`)
  expect(() => written((out) => out.oneOf(many, 'word 256'))).toThrow(RangeError)
})
