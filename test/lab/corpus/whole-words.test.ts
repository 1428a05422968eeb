import { expect, test } from 'vitest'
import { wholeWords } from '../../../src/lab/corpus/text-corpus.ts'

test.each([
  ['cache', 'Cache, CACHE; the cache', 3],
  ['cache', 'caches cached_cache http-cache', 1],
  ['cache', 'cache_control cache2 écache', 0],
  ['données', 'Données et DONNÉES, pas donnees', 2],
  ['donne', 'données', 0],
  ['lava lamp', 'a lava lamp, a lava\n lamp, lava-lamp', 2],
  ['a a', 'xa a a', 1],
  ['.net', 'asp.net, .NET and .network', 2],
  ['c++', 'C++ and c++11', 2],
])('"%s" stands in "%s" as whole words %i times', (keyword, text, count) => {
  expect(wholeWords(keyword).count(text)).toBe(count)
})

test('a keyword with its accents apart is the same keyword', () => {
  expect(wholeWords('donne\u0301es').count('les données')).toBe(1)
})

test('what may occur is told whatever stands beside it', () => {
  expect(wholeWords('cache').mayOccur('xCACHEx')).toBe(true)
  expect(wholeWords('cache').mayOccur('cash')).toBe(false)
})
