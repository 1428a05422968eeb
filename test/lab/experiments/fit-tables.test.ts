import { expect, test } from 'vitest'
import {
  flooredMean,
  table3,
  table4,
  threeDigits,
} from '../../../src/lab/experiments/fit-tables.ts'
import { tinyContext, tinyDataset } from './tiny.ts'

// The in-degrees are 0, 1, 2, the scores 0, 2, 1: deviations (-1, 0, 1) and (-1, 1, 0).
const LINE = tinyDataset(
  'line',
  [0, 2, 1],
  [
    [0, 1, 0],
    [0, 2, 0],
    [1, 2, 0],
  ],
)

interface Result {
  global: Record<string, Record<string, Record<string, number | null>>>
  datasets: Record<string, Result['global']>
}

test('table3 gives the correlations of each feature, and those of the paper', async () => {
  const { context, printed, notes } = tinyContext([LINE], {})
  const result = (await table3.run(context)) as Result
  expect(result.datasets['line']!['with-self']!['raw']!['deg']).toBeCloseTo(0.5, 12)
  // The parents' scores are 0, 0 and 0 + 2: deviations (-2/3, -2/3, 4/3).
  expect(result.datasets['line']!['with-self']!['raw']!['n']).toBeCloseTo(0, 12)
  expect(result.datasets['line']!['with-self']!['raw']!['e']).toBeNull()
  expect(result.global['with-self']!['raw']!['deg']).toBeCloseTo(0.5, 12)
  expect(printed.join()).toMatch(/log: the paper +\.269 +\.373 +\.402 +\.412 +\.273 +\.360 +\.356/)
  expect(notes.join()).toContain('counts as 0.001')
})

test('logarithms are taken of features, not of scores', async () => {
  const { context } = tinyContext([LINE], {})
  const result = (await table3.run(context)) as Result
  const [a, b, c] = [0, Math.LN2, Math.log(3)] as const
  const mean = (a + b + c) / 3
  const spread = Math.hypot(a - mean, b - mean, c - mean) * Math.SQRT2
  expect(result.global['with-self']!['log']!['deg']).toBeCloseTo((b - mean - (a - mean)) / spread)
})

test('table4 gives the fit of both regressions', async () => {
  const { context, printed } = tinyContext([LINE], {})
  const result = (await table4.run(context)) as Result
  // Two features that vary and an intercept go through three points.
  expect(result.global['with-self']!['raw']!['lr_fl']).toBeCloseTo(1, 10)
  expect(result.global['without-self']!['log']!['lr_sl']).toBeCloseTo(1, 10)
  expect(printed.join()).toMatch(/raw: the paper +\.030 +\.075/)
})

test.each([
  [[0.1, 0.4], 0.2],
  [[0.1, null], 0.1],
  [[1, -0.5], Math.sqrt(0.001)],
  [[1, 0], Math.sqrt(0.001)],
] as [(number | null)[], number][])('the mean over datasets of %j is %f', (values, mean) => {
  expect(flooredMean(values)).toBeCloseTo(mean, 12)
})

test('the mean of undefined values is undefined', () => {
  expect(flooredMean([null])).toBeNull()
})

test.each([
  [0.0634, '.063'],
  [-0.2, '-.200'],
  [1, '1.000'],
  [null, '-'],
] as [number | null, string][])('%f is printed as %s', (value, text) => {
  expect(threeDigits(value)).toBe(text)
})
