import { describe, expect, test } from 'vitest'
import {
  ACCESS_SCOPES,
  coveredBy,
  covers,
  isKeyId,
  KEY_RANDOM_BYTES,
  keyText,
  newKey,
  parseKey,
} from '../../../src/core/access/access-key.ts'
import fc from 'fast-check'

test('write includes read, and admin both', () => {
  expect(coveredBy('read')).toEqual(['read'])
  expect(coveredBy('write')).toEqual(['read', 'write'])
  expect(coveredBy('admin')).toEqual([...ACCESS_SCOPES])
  expect(covers('read', 'write')).toBe(false)
  expect(covers('write', 'admin')).toBe(false)
})

const NOW = Date.UTC(2026, 10, 16)

const chance = fc.uint8Array({ minLength: KEY_RANDOM_BYTES, maxLength: KEY_RANDOM_BYTES })
const moment = fc.integer({ min: 0, max: 30_000_000_000_000 })
const key = fc.tuple(moment, chance).map(([now, bytes]) => newKey(now, bytes))

describe('a key', () => {
  test('contains its id and 160 random bits', () => {
    const text = keyText(newKey(NOW, new Uint8Array(KEY_RANDOM_BYTES).fill(31)))
    expect(text).toBe(`dowser_1nfmhw0zzzzz_${'z'.repeat(32)}`)
    expect(Math.log2(32 ** 32)).toBe(160)
  })

  test('is parsed as it was written', () => {
    fc.assert(
      fc.property(key, (parts) => {
        expect(parseKey(keyText(parts))).toEqual(parts)
        expect(isKeyId(parts.id)).toBe(true)
      }),
    )
  })

  test('differs from every key made from other random bytes in the same second', () => {
    fc.assert(
      fc.property(fc.nat(KEY_RANDOM_BYTES - 1), fc.integer({ min: 1, max: 31 }), (at, by) => {
        const bytes = new Uint8Array(KEY_RANDOM_BYTES)
        const one = keyText(newKey(NOW, bytes))
        bytes[at]! += by
        expect(keyText(newKey(NOW, bytes))).not.toBe(one)
      }),
    )
  })

  test('has an id that sorts by age', () => {
    fc.assert(
      fc.property(moment, chance, chance, (now, one, other) => {
        const [earlier, later] = [newKey(now, one).id, newKey(now + 1000, other).id]
        expect(earlier < later).toBe(true)
      }),
    )
  })

  test('is written in one way only: any other text that parses is another key', () => {
    fc.assert(
      fc.property(key, fc.nat(), fc.string({ unit: 'binary', maxLength: 2 }), (parts, at, typo) => {
        const text = keyText(parts)
        const place = at % (text.length + 1)
        const spellings = [
          text.slice(0, place) + typo + text.slice(place),
          text.slice(0, place) + typo + text.slice(place + 1),
          text.toUpperCase(),
          ` ${text}`,
          `${text}\n`,
          `${text}=`,
        ]
        const others = spellings.filter((spelling) => spelling !== text)
        for (const other of others) expect(parseKey(other)).not.toEqual(parts)
      }),
    )
  })

  test.each([
    '',
    'dowser_',
    'dowser__',
    `dowser_${'0'.repeat(12)}_${'0'.repeat(31)}`,
    `dowser_${'0'.repeat(12)}_${'0'.repeat(33)}`,
    `dowser_${'0'.repeat(12)}_${'l'.repeat(32)}`,
    `dowser_${'0'.repeat(11)}_${'0'.repeat(32)}`,
    `dowser_${'０'.repeat(12)}_${'0'.repeat(32)}`,
  ])('is not %s', (text) => {
    expect(parseKey(text)).toBeUndefined()
  })
})
