import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  drawStarts,
  recorded,
  visitAll,
  visitByRecomputedRank,
} from '../../../src/lab/experiments/ordering-crawls.ts'
import { ordering, type OrderingRow } from '../../../src/lab/experiments/ordering.ts'
import { type OrderingFigure, orderingSvg } from '../../../src/lab/experiments/ordering-results.ts'
import { neighbourhoodOf } from '../../../src/lab/corpus/neighbourhood.ts'
import { wordScoresFor } from '../../../src/lab/corpus/word-scores.ts'
import type { Dataset } from '../../../src/lab/experiment.ts'
import type { Finding } from '../../../src/lab/findings.ts'
import { rankAccuracy } from '../../../src/lab/importance/rank-accuracy.ts'
import { planPolicies } from '../../../src/lab/policies.ts'
import { CHO_PAGE_RANK, pageRank } from '../../../src/lib/page-rank.ts'
import { anyGraph, edgesOf } from '../../lib/sparse-graph.ts'
import { flawOf } from '../plot/well-formed.ts'
import { randomDataset, tinyContext, tinyDataset } from './tiny.ts'

interface Result {
  figure: OrderingFigure
  findings: Finding[]
  rows: OrderingRow[]
}

/** A corpus with words: the topic is in the text as often as the score says. */
function withText(dataset: Dataset): Dataset {
  const { beta } = dataset.scores
  const count = (node: number) => Math.round(Math.expm1(beta[node]!))
  return {
    ...dataset,
    scores: { ...dataset.scores, topic: 'lava' },
    text: {
      pageText: (node) => `page ${node} ${'lava '.repeat(count(node))}`,
      title: (node) => (count(node) > 2 ? 'lava' : ''),
      linkText: () => '',
      anchorText: () => '',
    },
  }
}

async function run(datasets: Dataset[], options: object = {}) {
  const told = tinyContext(datasets, { ...ordering.defaults, seedSets: 2, ...options })
  return { ...told, ...((await ordering.run(told.context)) as Result) }
}

describe('the experiment', () => {
  test('measures every ordering by every metric, beside ideal and random', async () => {
    const { rows, printed, findings } = await run([withText(randomDataset(3, 200, 4))])
    expect(new Set(rows.map(({ metric }) => metric)).size).toBe(6)
    expect(new Set(rows.map((row) => row.ordering)).size).toBe(7)
    expect(rows).toHaveLength(6 * 7 * 2)
    const shares = rows.flatMap(({ stop, hot, buffer }) => [
      stop ?? 0,
      buffer ?? 0,
      ...hot.map((one) => one?.area ?? 0),
    ])
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
    expect(printed.join('\n')).toMatch(/IB: links to the page +stop 10 % +hot 10 %/)
    expect(printed.join('\n')).toMatch(/ideal +1\.000/)
    expect(printed.join('\n')).toMatch(/ranks of the frontier +pages crawled/)
    expect(findings).toHaveLength(4)
  })

  test('crawls once what no topic matters to', async () => {
    const [first, second] = [3, 3].map((seed) => withText(randomDataset(seed, 80, 4)))
    const other = { ...second!, scores: { ...second!.scores, topic: 'ash' } }
    const { rows } = await run([first!, other])
    const topics = (key: string, metric: string) =>
      rows
        .filter((row) => row.ordering === key && row.metric === metric && row.start === 0)
        .map(({ topic }) => topic)
    expect(topics('pagerank', 'IB')).toEqual([null])
    expect(topics('pagerank', 'IS')).toEqual(['lava', 'ash'])
    expect(topics('hot_queue', 'IB')).toEqual(['lava', 'ash'])
  })

  test('does without similarity where there is no text, and says so', async () => {
    const { rows, notes, findings } = await run([randomDataset(3, 80, 4)])
    expect(new Set(rows.map(({ metric }) => metric)).size).toBe(4)
    expect(notes.join('\n')).toContain('tiny has no text: IS and IC are left out')
    expect(findings).toHaveLength(3)
  })

  test('takes the first topic alone for a quick look', async () => {
    const [first, second] = [randomDataset(3, 80, 4), randomDataset(4, 80, 4)]
    const { rows, notes } = await run([first, second], { quick: true })
    expect(rows.every(({ topic }) => topic === null || topic === first.name)).toBe(true)
    expect(notes.join('\n')).toContain('a quick look')
  })

  test('draws its curves from the JSON alone', async () => {
    const { figure } = await run([randomDataset(3, 200, 4)])
    const svg = orderingSvg(JSON.parse(JSON.stringify(figure)) as OrderingFigure)
    expect(flawOf(svg)).toBeUndefined()
    expect(svg.match(/<path /g)).toHaveLength(9)
  })
})

describe('starts', () => {
  test('lead to at least half of what the best of them leads to', () => {
    fc.assert(
      fc.property(anyGraph(), fc.nat(1000), (graph, seed) => {
        const starts = drawStarts(graph, { seedSets: 3, seedSize: 1, seed })
        expect(starts.length).toBeGreaterThan(0)
        const reaches = starts.map((start) => visitByRecomputedRank(graph, start, 1000).length)
        expect(2 * Math.min(...reaches)).toBeGreaterThanOrEqual(Math.max(...reaches))
      }),
    )
  })
})

describe('a crawl by ranks that are solved anew', () => {
  test('at every page takes the best on the links known so far', () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const visited = [...visitByRecomputedRank(graph, [0], 1)]
        for (let step = 1; step < visited.length; step++) {
          const before = visited.slice(0, step)
          const options = { ...CHO_PAGE_RANK, tolerance: 1e-4 }
          const ranks = pageRank(recorded(graph, before), options)
          const known = edgesOf(graph).filter(([from]) => before.includes(from))
          const waiting = known.map(([, to]) => to).filter((to) => !before.includes(to))
          expect(ranks[visited[step]!]).toBe(Math.max(...waiting.map((node) => ranks[node]!)))
        }
      }),
    )
  })

  test('never is breadth-first', () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const dataset = { ...tinyDataset('x', [], []), graph }
        const scores = { ...dataset.scores, beta: new Float32Array(graph.nodeCount) }
        const alpha = new Float32Array(graph.edgeCount)
        const [breadth] = planPolicies(['breadth'])
        const whole = { ...dataset, scores: { ...scores, alpha } }
        expect(visitAll(whole, [0], breadth!, { seed: 1, ties: 'lifo' })).toEqual(
          visitByRecomputedRank(graph, [0], Infinity),
        )
      }),
    )
  })
})

test('ranks kept up to date are close to those solved anew on a random graph (rng seed 5)', () => {
  const dataset = randomDataset(5, 400, 6)
  const [policy] = planPolicies(['pagerank'])
  const visited = visitAll(dataset, [0], policy!, { seed: 1, ties: 'fifo' })
  for (const { meanError, topShared } of rankAccuracy(dataset.graph, visited, [0.05, 0.3])) {
    expect(meanError).toBeLessThan(0.1)
    expect(topShared).toBeGreaterThan(0.7)
  }
})

test('a neighbourhood has the pages nearest to a start, with their words and links', () => {
  const links = [
    [3, 1, 0.5],
    [1, 0, 0.25],
    [1, 3, 0],
    [0, 2, 1],
  ] as const
  const whole = withText(tinyDataset('x', [0, 1, 2, 3], links))
  const part = neighbourhoodOf(whole, [3], 3)
  expect(edgesOf(part.graph)).toEqual([
    [0, 1],
    [1, 0],
    [1, 2],
  ])
  expect([...part.scores.beta]).toEqual([3, 1, 0])
  expect([...part.scores.alpha]).toEqual([0.5, 0, 0.25])
  expect(part.url(0)).toBe(whole.url(3))
  expect(part.text!.pageText(2)).toBe(whole.text!.pageText(0))
})

test('only policies that read words are told what URLs and titles say', () => {
  const dataset = withText(tinyDataset('x', [0, 2], [[0, 1, 0]]))
  const [hot, plain] = planPolicies(['hot_queue', 'fl_ne'])
  expect(wordScoresFor(plain!.policy, dataset)).toBeUndefined()
  const words = wordScoresFor(hot!.policy, { ...dataset, url: (node) => `a.test/lava_${node}` })!
  expect([...words.title].map((score) => score > 0)).toEqual([false, true])
  expect([...words.url].every((score) => score > 0)).toBe(true)
})
