import { expect, test } from 'vitest'
import { keywordCount } from '../../../../src/core/topic/scorers/keyword-count.ts'

const ln = (count: number) => Math.log(1 + count)
const scorerFor = (...keywords: string[]) => keywordCount.build({ keywords })

test('a page scores the log of one plus its keyword occurrences', () => {
  const { scorePage } = scorerFor('volcano', 'lava')
  expect(scorePage('A volcano. Lava flows from the VOLCANO.')).toBeCloseTo(ln(3), 12)
  expect(scorePage('Nothing of the kind.')).toBe(0)
})

test('windows of several links to one page are counted together before the log', () => {
  const { scoreLink } = scorerFor('volcano')
  expect(scoreLink(['a volcano', 'volcano, volcano'])).toBeCloseTo(ln(3), 12)
})

test('counts whole words only', () => {
  const { scorePage } = scorerFor('art')
  expect(scorePage('party, artful, start; art!')).toBeCloseTo(ln(1), 12)
  expect(scorePage('pop-art and art2 and (art)')).toBeCloseTo(ln(2), 12)
})

test('counts a longer keyword once, not also the shorter one inside it', () => {
  const { scorePage } = scorerFor('lava', 'lava lamp')
  expect(scorePage('a lava lamp beside lava')).toBeCloseTo(ln(2), 12)
})

test.each([
  ['Popocatépetl', 'popocatepetl and POPOCATÉPETL', 2],
  ['Ätna', 'Atna, ätna', 2],
  ['火山', '富士火山是一座活火山。', 2],
  ['화산', '화산이 폭발했다', 1],
  ['ภูเขาไฟ', 'มีภูเขาไฟหลายลูก', 1],
  ['вулкан', 'Вулкан вулканический', 1],
  ['c++', 'C++ and c++11', 2],
])('finds %s in %s %i times', (keyword, text, count) => {
  expect(scorerFor(keyword).scorePage(text)).toBeCloseTo(ln(count), 12)
})

test('takes a keyword literally, whatever signs it contains', () => {
  expect(scorerFor('a.c(d').scorePage('abc(d a.c(d')).toBeCloseTo(ln(1), 12)
})
