import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksum } from '../../src/lib/checksum.ts'

test('a change within any one word is always found', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.nat(),
      fc.uint8Array({ minLength: 4, maxLength: 4 }),
      (bytes, at, change) => {
        const changed = bytes.slice()
        const word = 4 * Math.floor((at % bytes.length) / 4)
        for (let i = word; i < Math.min(word + 4, bytes.length); i++) {
          // Words at the end are mixed in byte by byte, so of those one is changed.
          if (word + 4 > bytes.length && i > word) break
          changed[i]! ^= change[i - word]!
        }
        const isSame = changed.every((byte, i) => byte === bytes[i])
        expect(checksum(changed) === checksum(bytes)).toBe(isSame)
      },
    ),
    { numRuns: 2000 },
  )
})

test('zeros more or less are not the same', () => {
  const sums = Array.from({ length: 100 }, (_, length) => checksum(new Uint8Array(length)))
  expect(new Set(sums).size).toBe(100)
})
