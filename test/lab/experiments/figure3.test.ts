import { expect, test } from 'vitest'
import {
  curveSteps,
  figure3,
  type Figure3,
  figure3Svg,
} from '../../../src/lab/experiments/figure3.ts'
import { flawOf } from '../plot/well-formed.ts'
import { randomDataset, tinyContext } from './tiny.ts'

test('steps of a curve are a steady factor apart and include those asked for', () => {
  expect(curveSteps([50, 100])).toEqual([10, 13, 18, 24, 32, 42, 50, 56, 75, 100])
  expect(curveSteps([3])).toEqual([3])
})

test('curves are shares of the oracle, beside the figures of the paper', async () => {
  const { context, printed } = tinyContext([randomDataset(4, 120, 5)], {
    steps: [20, 100],
    policies: ['fl_n', 'bfs'],
  })
  const { figure } = (await figure3.run(context)) as { figure: Figure3 }
  expect(figure.curves.map(({ name }) => name)).toEqual(['fl_n', 'bfs'])
  for (const { points } of figure.curves) {
    expect(points.map(([step]) => step)).toEqual(curveSteps([20, 100]))
    for (const [, share] of points) expect(share).toBeLessThanOrEqual(1)
  }
  expect(printed.join()).toMatch(/policy +20 +100 +paper\nfl_n +0\.\d+ +0\.\d+ +0\.358\n/)
})

test('curves are drawn from the JSON alone', () => {
  const curve = {
    name: 'fl_n',
    points: [
      [10, 0.5],
      [100, 0.6],
    ] as const,
  }
  const svg = figure3Svg({ caption: 'jazz', curves: [curve, { ...curve, name: 'bfs' }] })
  expect(flawOf(svg)).toBeUndefined()
  expect(svg.match(/<path /g)).toHaveLength(2)
})
