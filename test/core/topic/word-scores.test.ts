import { expect, test } from 'vitest'
import { buildScorer } from '../../../src/core/topic/scorers.ts'
import { scoreTitle, scoreUrl } from '../../../src/core/topic/word-scores.ts'

const scorer = buildScorer({ keywords: ['volcano', 'lava lamp'] })

test.each([
  ['https://a.test/volcano', true],
  ['https://a.test/pages/Volcano_types.html', true],
  ['https://volcano.test/', true],
  ['https://a.test/?q=lava-lamp', true],
  ['https://a.test/lava%20lamp', true],
  ['https://a.test/v%C3%B6lcano', true],
  ['https://a.test/volcanoes', false],
  ['https://a.test/%E0%A4volcano', false],
  ['https://a.test/', false],
])('%s has the topic in its words: %s', (url, isHot) => {
  expect(scoreUrl(scorer, url) > 0).toBe(isHot)
})

test('a title is scored as a text is', () => {
  expect(scoreTitle(scorer, 'A volcano')).toBeCloseTo(Math.log1p(1), 12)
  expect(scoreTitle(scorer, 'Sheep')).toBe(0)
})
