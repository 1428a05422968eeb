import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsOf } from '../../../src/core/topic/words.ts'

/** What a word is, in the words of Unicode. */
function runsOfLettersAndDigits(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

test.each([
  ['The 2nd word, and the_third', ['the', '2nd', 'word', 'and', 'the', 'third']],
  ['Ätna–Vesuv naïve', ['ätna', 'vesuv', 'naïve']],
  ['lava🌋lamp 🌋', ['lava', 'lamp']],
  ['x𝒜9 火山 K', ['x𝒜9', '火山', 'k']],
  ['', []],
])('the words of %j', (text, words) => {
  expect([...wordsOf(text)]).toEqual(words)
})

test('words are runs of letters and digits of any script', () => {
  const pieces = fc.constantFrom(
    'a',
    'Z',
    '7',
    ' ',
    '-',
    'é',
    '–',
    '🌋',
    '𝒜',
    '火',
    '\ud83c',
    '\udf0b',
  )
  const text = fc.oneof(fc.string({ unit: pieces }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(text, (any) => {
      expect([...wordsOf(any)]).toEqual(runsOfLettersAndDigits(any))
    }),
    { numRuns: 500 },
  )
})
