import { expect, test } from 'vitest'
import { lineChart, type LineChart } from '../../../src/lab/plot/line-chart.ts'
import { flawOf } from './well-formed.ts'

const CHART: LineChart = {
  title: 'Scores & <steps>',
  subtitle: 'two policies',
  x: { label: 'steps', scale: 'log' },
  y: { label: 'share of "oracle"', scale: 'linear' },
  series: [
    {
      name: 'fl_e',
      points: [
        [10, 0.6],
        [100, 0.5],
        [1000, 0.4],
      ],
    },
    {
      name: 'a <b>',
      points: [
        [10, 0.1],
        [100, 0.2],
        [1000, 0.3],
      ],
    },
  ],
}

const paths = (svg: string) => [...svg.matchAll(/<path d="([^"]*)"/g)].map(([, d]) => d)

/** Reads the places of a path as numbers. */
const places = (path: string) =>
  (path.match(/[\d.]+ [\d.]+/g) ?? []).map((pair) => pair.split(' ').map(Number))

test('a chart is well-formed, without a number that is none', () => {
  const svg = lineChart(CHART)
  expect(flawOf(svg)).toBeUndefined()
  expect(svg).not.toMatch(/NaN|undefined|Infinity|null/)
})

test('a chart brings its own background', () => {
  expect(lineChart(CHART)).toContain('<rect width="100%" height="100%" fill="#ffffff"/>')
})

test('a chart has one path a series, and all its labels', () => {
  const svg = lineChart(CHART)
  expect(paths(svg)).toHaveLength(2)
  const words = ['Scores &amp; &lt;steps&gt;', 'two policies', '>steps<', 'fl_e', 'a &lt;b&gt;']
  for (const label of [...words, 'share of &quot;oracle&quot;', '>10<', '>100<', '>1k<', '>0.4<']) {
    expect(svg).toContain(label)
  }
})

test('decades are equally far apart on a logarithmic axis', () => {
  const [first, second, third] = places(paths(lineChart(CHART))[0]!)
  expect(second![0]! - first![0]!).toBeCloseTo(third![0]! - second![0]!)
})

test('larger values stand higher', () => {
  const [first, second] = places(paths(lineChart(CHART))[0]!)
  expect(second![1]).toBeGreaterThan(first![1]!)
})

test('a missing value interrupts the line, and a value a logarithm does not have as well', () => {
  const points = [
    [0, 1],
    [1, 1],
    [2, null],
    [3, 1],
    [4, 2],
  ] as const
  const svg = lineChart({ ...CHART, series: [{ name: 'gap', points }] })
  expect(paths(svg)[0]).toMatch(/^M[\d. ]+M[\d. ]+L[\d. ]+$/)
})

test.each([
  [[]],
  [[[1, 1]]],
  [
    [
      [1, 0],
      [2, 0],
    ],
  ],
  [[[5, null]]],
] as [[number, number | null][]][])('a chart of %j is well-formed', (points) => {
  for (const scale of ['linear', 'log'] as const) {
    const axis = { label: 'x', scale }
    const svg = lineChart({ ...CHART, x: axis, y: axis, series: [{ name: 'few', points }] })
    expect(flawOf(svg)).toBeUndefined()
    expect(svg).not.toMatch(/NaN|Infinity/)
  }
})

test('a reference lies below the others', () => {
  const [first, second] = CHART.series
  const svg = lineChart({ ...CHART, series: [first!, { ...second!, isReference: true }] })
  expect(paths(svg)).toEqual(paths(lineChart(CHART)).toReversed())
})

test('series beyond the colours are told apart by dashes', () => {
  const series = Array.from({ length: 16 }, (_, i) => ({ ...CHART.series[0]!, name: `p${i}` }))
  const styles = [...lineChart({ ...CHART, series }).matchAll(/<path [^>]*(stroke="[^>]*)\/>/g)]
  expect(new Set(styles.map(([, style]) => style)).size).toBe(16)
})
