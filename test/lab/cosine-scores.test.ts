import { expect, test } from 'vitest'
import { buildScorer } from '../../src/core/topic/scorers.ts'
import { cosineScores } from '../../src/lab/cosine-scores.ts'
import { tinyDataset } from './experiments/tiny.ts'

test('scores are those of the scorer on the first 10 KB of each page', () => {
  const texts = ['Hot jazz', 'jazzy', `${'other words '.repeat(1_000)}jazz`, 'cool jazz, jazz']
  const text = {
    pageText: (node: number) => texts[node]!,
    title: () => '',
    linkText: () => '',
    anchorText: () => '',
  }
  const dataset = tinyDataset('jazz', [1, 0, 1, 1], [[0, 1, 1]])
  const { beta, alpha } = cosineScores(dataset, text)
  const { scorePage } = buildScorer({ scorer: 'cosine', keywords: ['jazz'] })
  expect([...beta]).toEqual([scorePage(texts[0]!), 0, 0, scorePage(texts[3]!)].map(Math.fround))
  expect([...alpha]).toEqual([0])
})
