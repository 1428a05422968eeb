import { expect, test } from 'vitest'
import type { Dataset } from '../../../src/lab/experiment.ts'
import {
  FEATURES,
  fullFeatures,
  SIBLINGS,
  type FeatureName,
  type Siblings,
} from '../../../src/lab/experiments/full-features.ts'
import { randomDataset, tinyDataset } from './tiny.ts'

// 0 links to 1 and 2, 1 links to 2, 2 links to 0.
const GRAPH = tinyDataset(
  'triangle',
  [2, 1, 4],
  [
    [0, 1, 0.5],
    [0, 2, 3],
    [1, 2, 1],
    [2, 0, 0],
  ],
)

const columns = ({ graph, scores }: Dataset, siblings: Siblings) =>
  Object.fromEntries(
    Object.entries(fullFeatures(graph, scores)[siblings]).map(([name, column]) => [
      name,
      [...column],
    ]),
  )

test('features of a triangle, worked out by hand', () => {
  expect(columns(GRAPH, 'with-self')).toEqual({
    deg: [1, 1, 2],
    n: [4, 2, 3],
    e: [0, 0.5, 4],
    ne: [0, 1, 7],
    // The children of 0 bring 1 + 4, those of 1 bring 4, those of 2 bring 2.
    sl_n: [2, 5, 9],
    sl_e: [0, 3.5, 4.5],
    sl_ne: [0, 12.5, 16.5],
  })
})

test('without itself a node has only siblings', () => {
  expect(columns(GRAPH, 'without-self')).toMatchObject({
    deg: [1, 1, 2],
    sl_n: [0, 4, 1],
    sl_e: [0, 3, 0.5],
    sl_ne: [0, 12, 0.5],
  })
})

test.each([1, 2, 3])('features are those of the definition (random graph %i)', (seed) => {
  const dataset = randomDataset(seed, 30, 4)
  for (const siblings of SIBLINGS) {
    for (const feature of FEATURES) {
      expect(columns(dataset, siblings)[feature]).toEqual(slowly(dataset, feature, siblings))
    }
  }
})

/** Straight from the definition, by pairs of siblings. */
function slowly({ graph, scores }: Dataset, feature: FeatureName, siblings: Siblings): number[] {
  const { beta, alpha } = scores
  const edges = [...graph.outTarget].map((target, edge) => ({
    source: graph.outStart.findLastIndex((start) => start <= edge),
    target,
    alpha: alpha[edge]!,
  }))
  const firstTerm = { deg: () => 1, n: (b: number) => b, e: (_: number, a: number) => a }
  const terms: Record<string, (b: number, a: number) => number> = {
    ...firstTerm,
    ne: (b, a) => b * a,
  }
  const term = terms[feature.replace('sl_', '')]!
  return Array.from(beta, (_, node) => {
    const parents = edges.filter(({ target }) => target === node)
    if (!feature.startsWith('sl_')) return sum(parents.map((e) => term(beta[e.source]!, e.alpha)))
    return sum(
      parents.flatMap(({ source: parent }) =>
        edges
          .filter(({ source }) => source === parent)
          .filter(({ target }) => siblings === 'with-self' || target !== node)
          .map((e) => term(beta[e.target]!, e.alpha)),
      ),
    )
  })
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
