import { expect, test } from 'vitest'
import { chartColumn } from '../../../src/lab/plot/chart-column.ts'
import type { LineChart } from '../../../src/lab/plot/line-chart.ts'
import { flawOf } from './well-formed.ts'

const CHART: LineChart = {
  title: 'Recall',
  subtitle: 'jazz',
  x: { label: 'pages', scale: 'linear' },
  y: { label: 'recall', scale: 'linear' },
  series: [
    {
      name: 'otie',
      points: [
        [1, 0.2, 0.1],
        [2, 0.4, 0],
      ],
    },
  ],
}

test('charts stand one below the other', () => {
  const [one, two] = [chartColumn([CHART]), chartColumn([CHART, { ...CHART, title: 'Rate' }])]
  const heightOf = (svg: string) => Number(/viewBox="0 0 \d+ (\d+)"/.exec(svg)![1])
  expect(heightOf(two)).toBe(2 * heightOf(one))
  expect(two).toContain(`<svg y="${heightOf(one)}" `)
  expect(flawOf(two)).toBeUndefined()
})

test('a value with an error has a bar, one without has none', () => {
  const bars = (svg: string) => svg.match(/d="M[\d.]+ [\d.]+V[\d.]+"/g) ?? []
  expect(bars(chartColumn([CHART]))).toHaveLength(1)
  const plain = {
    name: 'otie',
    points: [
      [1, 0.2],
      [2, 0.4],
    ] as const,
  }
  expect(bars(chartColumn([{ ...CHART, series: [plain] }]))).toHaveLength(0)
})
