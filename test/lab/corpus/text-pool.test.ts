import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextPool } from '../../../src/lab/corpus/text-pool.ts'

/** More than half a block of the pool, so that every other text lies across two. */
const LONG = 'né'.repeat(900_000)

test('texts come back as they were added, empty, long or across blocks', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constant(''),
    fc.nat(9).map((digit) => LONG + digit),
    fc.nat(9).map((digit) => LONG.repeat(4) + digit),
  )
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 9 }), (texts) => {
      const pool = new TextPool()
      texts.forEach((text) => pool.add(text))
      expect(pool.length).toBe(texts.length)
      expect(texts.every((text, index) => pool.get(index) === text)).toBe(true)
      expect(pool.join(0, texts.length) === texts.join('')).toBe(true)
    }),
    { numRuns: 10 },
  )
})
