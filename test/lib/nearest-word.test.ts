import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance, nearestWord } from '../../src/lib/nearest-word.js'

describe('the word that was probably meant', () => {
  const KEYS = ['name', 'topic', 'seeds', 'budget', 'rate', 'policy']

  test.each([
    ['seedz', 'seeds'],
    ['seed', 'seeds'],
    ['bugdet', 'budget'],
    ['Budget', 'budget'],
    ['polcy', 'policy'],
    ['tpoics', 'topic'],
  ])('of %s is %s', (word, meant) => {
    expect(nearestWord(word, KEYS)).toBe(meant)
  })

  test.each(['', 'x', 'depth', 'perHour', 'aaaa', 'seedseed', 'x'.repeat(1_000_000)])(
    'of "%.10s" is none of them',
    (word) => {
      expect(nearestWord(word, KEYS)).toBeUndefined()
    },
  )
})

describe('the distance of two words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })

  test('is one for two neighbours that were swapped', () => {
    expect(editDistance('bugdet', 'budget')).toBe(1)
  })

  test('is the same either way, none only to itself, and at most the longer length', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b)
        expect(distance).toBe(editDistance(b, a))
        expect(distance === 0).toBe(a === b)
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length))
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length))
      }),
    )
  })

  test('is at most one after one slip', () => {
    fc.assert(
      fc.property(word, fc.nat(8), fc.constantFrom('', 'a', 'z'), (text, place, put) => {
        const at = Math.min(place, text.length)
        for (const dropped of [0, 1]) {
          const slipped = text.slice(0, at) + put + text.slice(at + dropped)
          expect(editDistance(text, slipped)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
