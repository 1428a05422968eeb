import { expect, test } from 'vitest'
import { readSources } from '../../scripts/house/sources.ts'
import { findOldBounds, findPrepositions, findSharedTypeNames } from '../../scripts/house/words.ts'

test('no two exported types share a name', () => {
  expect(findSharedTypeNames(readSources('src'))).toEqual([])
})

const EVERYTHING = ['src', 'test', 'scripts', 'demo']

test('no comment begins with a preposition', () => {
  expect(findPrepositions(readSources(...EVERYTHING))).toEqual([])
})

test('bounds are called MAX_ and MIN_', () => {
  expect(findOldBounds(readSources(...EVERYTHING))).toEqual([])
})

/** One planted file. */
const planted = (text: string) => [{ path: 'src/planted.ts', text }]

test.each([
  ['/** Of the last request. */\nlet at = 0\n', 'src/planted.ts:1 Of the last request. */'],
  ['  /**\n   * For the heartbeat.\n   */\n', 'src/planted.ts:2 For the heartbeat.'],
  ['x()\n// In the middle of it.\n', 'src/planted.ts:2 In the middle of it.'],
  ['x() // By chance.\n', 'src/planted.ts:1 By chance.'],
])('a preposition is found in %j', (text, breach) => {
  expect(findPrepositions(planted(text))).toEqual([breach])
})

test.each([
  '/** The last request. */\n',
  '// The first line goes on\n// in the second.\n// Of which nothing is wrong.\n',
  '/**\n * The first line goes on\n * After a line break.\n */\n',
  "const url = 'https://a.test // In a string'\n",
  '/** Offset of the first byte. */\n',
])('no preposition is found in %j', (text) => {
  expect(findPrepositions(planted(text))).toEqual([])
})

test('a bound of another name is found', () => {
  const names = ['MOST', 'LEAST'].map((word) => `${word}_PAGES`)
  const text = `const ${names[0]} = 1\nconst ${names[1]} = 2\nconst ALMOST_ALL = 3\n`
  expect(findOldBounds(planted(text))).toEqual(names.map((name) => `src/planted.ts ${name}`))
})

test('a type that two files export is found, whatever kind it is', () => {
  const sources = [
    { path: 'src/a.ts', text: 'export interface Page {\n  url: string\n}\n' },
    { path: 'src/b.ts', text: 'export type Page = string\n\nexport type Other = Page\n' },
    { path: 'src/c.ts', text: 'interface Other {}\n\nexport const Page = 1\n' },
    { path: 'src/d.ts', text: 'export abstract class Reader {}\n' },
    { path: 'src/e.ts', text: 'export class Reader {}\n' },
  ]
  expect(findSharedTypeNames(sources)).toEqual([
    'Page: src/a.ts, src/b.ts',
    'Reader: src/d.ts, src/e.ts',
  ])
})
