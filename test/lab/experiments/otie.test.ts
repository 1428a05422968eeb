import { expect, test } from 'vitest'
import { otie, type OtieFigure, otieSvg } from '../../../src/lab/experiments/otie.ts'
import type { Finding } from '../../../src/lab/findings.ts'
import { flawOf } from '../plot/well-formed.ts'
import { randomDataset, tinyContext, tinyDataset } from './tiny.ts'

interface Result {
  figure: OtieFigure
  findings: Finding[]
}

const STRATEGIES = otie.defaults.policies!

test('curves are means over topics of what each strategy harvests and finds', async () => {
  const datasets = [randomDataset(1, 200, 5), randomDataset(2, 200, 5)]
  const { context, printed } = tinyContext(datasets, {
    ...otie.defaults,
    steps: [40],
    seedSets: 2,
  })
  const { figure, findings } = (await otie.run(context)) as Result
  expect(figure.topics).toEqual(['random 1', 'random 2'])
  expect(figure.pages.at(-1)).toBe(40)
  for (const curves of [figure.harvest, figure.recall]) {
    expect(Object.keys(curves)).toEqual(STRATEGIES)
    for (const { mean } of Object.values(curves).flat()) {
      expect(mean).toBeGreaterThanOrEqual(0)
      expect(mean).toBeLessThanOrEqual(1)
    }
  }
  for (const curve of Object.values(figure.recall)) {
    for (let i = 1; i < curve.length; i++) {
      expect(curve[i]!.mean).toBeGreaterThanOrEqual(curve[i - 1]!.mean)
    }
  }
  expect(findings).toHaveLength(3)
  expect(printed.join('\n')).toContain('OTIE finds more of the targets than opic and breadth')
})

test('a start counts as a page of its crawl, and as no target', async () => {
  // 0 and 1 are the examples; whichever is the start leads to the other.
  const dataset = tinyDataset(
    'jazz',
    [2, 2, 1, 1, 0, 0, 0, 0],
    [
      [0, 1, 1],
      [1, 0, 1],
    ],
  )
  const { context } = tinyContext([dataset], { ...otie.defaults, steps: [2], seedSets: 1 })
  const { figure } = (await otie.run(context)) as Result
  expect(figure.harvest['otie']!.map(({ mean }) => mean)).toEqual([1, 1])
  expect(figure.recall['otie']!.map(({ mean }) => mean)).toEqual([0, 1])
})

test('curves are drawn from the JSON alone', async () => {
  const { context } = tinyContext([randomDataset(1, 100, 5)], { ...otie.defaults, steps: [20] })
  const result = JSON.parse(JSON.stringify(await otie.run(context))) as Result
  const svg = otieSvg(result.figure)
  expect(flawOf(svg)).toBeUndefined()
  expect(svg.match(/<svg /g)).toHaveLength(3)
})
