import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findEdge, UnknownTopic } from '../../../src/lab/corpus/corpus.ts'
import { openCorpus } from '../../../src/lab/corpus/open-corpus.ts'
import { readVarintGraph } from '../../../src/lab/corpus/varint-graph.ts'
import { isSound, rowsOf } from './rows-of.ts'
import { folderWith, graphFiles, varints } from './written-corpus.ts'

const ROWS = [[1, 3], [], [0, 1, 2, 3, 3], [0]]
const FILES = {
  ...graphFiles(ROWS, ['lava']),
  'lava.beta.tsv.gz': '0\t3\n3\t1\n',
  'lava.alpha.tsv.gz': '2\t1\t1\n2\t3\t1\n2\t3\t2\n',
}

test('a graph comes back as it was written, without self-loops and parallel links', async () => {
  const { graph, topics } = await openCorpus(folderWith(FILES))
  expect(rowsOf(graph)).toEqual([[1, 3], [], [0, 1, 3], [0]])
  expect(topics).toEqual(['lava'])
})

test('counts become scores by ln(1 + count), those of one edge added first', async () => {
  const { beta, alpha } = (await openCorpus(folderWith(FILES))).scores('lava')
  expect(beta).toEqual(Float32Array.of(Math.log(4), 0, 0, Math.log(2)))
  expect(alpha).toEqual(Float32Array.of(0, 0, 0, Math.log(2), Math.log(4), 0))
})

test('a node has the URL of its line', async () => {
  const corpus = await openCorpus(folderWith(FILES))
  expect([0, 3].map(corpus.url)).toEqual(['https://a.test/0', 'https://a.test/3'])
})

test.each(['basalt', '', '../lava'])('a topic without counts, "%s", is refused', async (topic) => {
  const corpus = await openCorpus(folderWith(FILES))
  expect(() => corpus.scores(topic)).toThrow(UnknownTopic)
  expect(() => corpus.scores(topic)).toThrow(/topics of this corpus: lava/)
})

test('any graph survives the varints, and any edge is found in it', () => {
  const anyRows = fc.array(fc.uniqueArray(fc.nat(19), { maxLength: 20 }), {
    minLength: 20,
    maxLength: 20,
  })
  fc.assert(
    fc.property(anyRows, (unsorted) => {
      const rows = unsorted.map((row) => row.toSorted((a, b) => a - b))
      const { graph, linkCount } = readVarintGraph(varints(rows), 'any')
      expect(isSound(graph)).toBe(true)
      expect(linkCount).toBe(rows.flat().length)
      expect(rowsOf(graph)).toEqual(rows.map((row, node) => row.filter((to) => to !== node)))
      const found = Array.from({ length: 20 }, (_, node) => findEdge(graph, 7, node))
      const edges = found.filter((edge) => edge !== undefined)
      expect(edges.map((edge) => graph.outTarget[edge])).toEqual(rowsOf(graph)[7])
    }),
  )
})
