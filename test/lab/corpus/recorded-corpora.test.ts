import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openCorpus } from '../../../src/lab/corpus/open-corpus.ts'
import { isSound } from './rows-of.ts'

const CORPORA = fileURLToPath(new URL('../../../../shared/corpora', import.meta.url))
const isMissing = !existsSync(CORPORA)
if (isMissing) {
  console.warn(`LEFT OUT: the tests on recorded corpora, as there is no folder ${CORPORA}`)
}

interface TopicFigures {
  keyword: string
  nonZeroNodes: number
  nonZeroEdges: number
  sumBeta: number
}

describe.skipIf(isMissing).each([
  ['wikispeedia', 4_604, 124_402],
  ['mdn-fr', 7_598, 69_220],
])('%s', (name, nodes, edges) => {
  const folder = join(CORPORA, name)
  const opened = isMissing ? undefined : openCorpus(folder)

  test('has the pages and links it is said to have', async () => {
    const { graph } = await opened!
    expect(graph.nodeCount).toBe(nodes)
    expect(graph.edgeCount).toBe(edges)
    expect(isSound(graph)).toBe(true)
  })

  test('has each topic in as many pages and links as topics.json says', async () => {
    const corpus = await opened!
    const listed = JSON.parse(readFileSync(join(folder, 'topics.json'), 'utf8')) as {
      topics: TopicFigures[]
    }
    const found = corpus.topics.map((keyword) => {
      const { beta, alpha } = corpus.scores(keyword)
      const count = (scores: Float32Array) => scores.filter((score) => score > 0).length
      const sumBeta = beta.reduce((sum, score) => sum + score, 0)
      return {
        keyword,
        nonZeroNodes: count(beta),
        nonZeroEdges: count(alpha),
        sumBeta: Number(sumBeta.toFixed(2)),
      }
    })
    expect(listed.topics).toMatchObject(found)
  })
})
