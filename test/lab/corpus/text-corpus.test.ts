import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnknownTopic } from '../../../src/lab/corpus/corpus.ts'
import { openCorpus } from '../../../src/lab/corpus/open-corpus.ts'
import { isSound, rowsOf } from './rows-of.ts'
import { folderWith, textFiles } from './written-corpus.ts'

const LAVA = [
  {
    id: 'c',
    text: 'Lava, LAVA and lava.',
    links: [
      ['b', 'tuff', 'lava beside tuff'],
      ['a', 'ash', 'no such word'],
      ['b', 'rock', 'more lava, lava'],
      ['c', 'self', 'lava'],
    ] satisfies [string, string, string][],
  },
  { id: 'a', text: 'ash' },
  {
    id: 'b',
    text: 'Lavaland has lava',
    links: [['c', 'é', 'été']] satisfies [string, string, string][],
  },
]

test('pages become nodes in file order, self-loops go, parallel links become one edge', async () => {
  const { graph } = await openCorpus(folderWith(textFiles(LAVA)))
  expect(rowsOf(graph)).toEqual([[1, 2], [], [0]])
})

test('scores are ln(1 + whole words), those of parallel links added before the logarithm', async () => {
  const corpus = await openCorpus(folderWith(textFiles(LAVA)))
  const { beta, alpha } = corpus.scores('lava')
  expect(beta).toEqual(Float32Array.of(Math.log(4), 0, Math.log(2)))
  expect(alpha).toEqual(Float32Array.of(0, Math.log(4), 0))
})

test('the words of pages and links come back as they were written', async () => {
  const corpus = await openCorpus(folderWith(textFiles(LAVA, ['lava'])))
  expect(corpus.name).toBe('tiny')
  expect(corpus.topics).toEqual(['lava'])
  expect([0, 1, 2].map(corpus.url)).toEqual(['c', 'a', 'b'].map((id) => `https://a.test/${id}`))
  const { pageText, linkText, anchorText } = corpus.text!
  expect(pageText(2)).toBe('Lavaland has lava')
  expect([0, 1, 2].map(linkText)).toEqual([
    'no such word',
    'lava beside tuff | more lava, lava',
    'été',
  ])
  expect([0, 1, 2].map(anchorText)).toEqual(['ash', 'tuff | rock', 'é'])
})

test.each(['basalt', 'lav', '', ' '])('a topic of no page, "%s", is refused', async (topic) => {
  const corpus = await openCorpus(folderWith(textFiles(LAVA, ['lava', 'ash'])))
  expect(() => corpus.scores(topic)).toThrow(UnknownTopic)
  expect(() => corpus.scores(topic)).toThrow(/topics of this corpus: lava, ash/)
})

test('any links between pages make a sound graph with one edge for every pair that is linked', async () => {
  const anyLinks = fc.array(fc.array(fc.nat(7), { maxLength: 12 }), { minLength: 8, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(anyLinks, async (rows) => {
      const pages = rows.map((row, id) => ({
        id,
        links: row.map((to): [number, string, string] => [to, `${id}`, `${id} to ${to}`]),
      }))
      const { graph, text } = await openCorpus(folderWith(textFiles(pages)))
      expect(isSound(graph)).toBe(true)
      const expected = rows.map((row, id) =>
        [...new Set(row)].filter((to) => to !== id).toSorted((a, b) => a - b),
      )
      expect(rowsOf(graph)).toEqual(expected)
      expected.flat().forEach((to, edge) => {
        expect(text!.linkText(edge).endsWith(` to ${to}`)).toBe(true)
      })
    }),
    { numRuns: 30 },
  )
})
