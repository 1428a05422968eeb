import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawTask } from '../../src/lab/topic-task.ts'
import { edgesOf } from '../lib/sparse-graph.ts'
import { randomDataset, tinyDataset } from './experiments/tiny.ts'

const OPTIONS = { seed: 1, seedSize: 10 }

describe('a task', () => {
  test('has the pages with the highest scores as examples, at most half of those with a score', () => {
    const beta = [0, 5, 1, 4, 0, 3, 2, 0]
    const { starts, targets } = drawTask(tinyDataset('jazz', beta, []), OPTIONS, 0)
    expect(new Set([...starts, ...targets])).toEqual(new Set([1, 3]))
    expect(starts).toHaveLength(1)
  })

  test('starts at a fifth of its examples at most', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 30 }), (seed, seedSize) => {
        const dataset = randomDataset(seed, 300, 4)
        const { starts, targets } = drawTask(dataset, { seed, seedSize }, 0)
        expect(starts).toHaveLength(Math.min(seedSize, 10))
        expect(new Set([...starts, ...targets]).size).toBe(50)
      }),
      { numRuns: 20 },
    )
  })

  test('has neighbours that lead to an example over two links, and are none themselves', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const dataset = randomDataset(seed, 60, 2)
        const edges = edgesOf(dataset.graph)
        const { starts, targets, neighbours } = drawTask(dataset, { ...OPTIONS, seed }, 0)
        const examples = [...starts, ...targets]
        const targetsOf = (node: number) =>
          edges.filter(([source]) => source === node).map(([, target]) => target)
        for (const node of neighbours) {
          const within = targetsOf(node).flatMap(targetsOf)
          expect(within.some((other) => examples.includes(other))).toBe(true)
          expect(examples).not.toContain(node)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('is another one for another set, and the same for the same', () => {
    const dataset = randomDataset(3, 200, 4)
    expect(drawTask(dataset, OPTIONS, 0)).toEqual(drawTask(dataset, OPTIONS, 0))
    expect(drawTask(dataset, OPTIONS, 1)).not.toEqual(drawTask(dataset, OPTIONS, 0))
  })
})
