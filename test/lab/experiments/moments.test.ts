import { expect, test } from 'vitest'
import { Chance } from '../../../src/lab/corpus/chance.ts'
import { correlation, moments, rSquared } from '../../../src/lab/experiments/moments.ts'

test("Pearson's correlation, worked out by hand", () => {
  // Deviations (-1, 0, 1) and (-1, 1, 0): 1 / √(2 · 2).
  const some = moments([
    [1, 2, 3],
    [10, 12, 11],
  ])
  expect(correlation(some, 0, 1)).toBeCloseTo(0.5, 12)
  expect(correlation(some, 1, 0)).toBeCloseTo(0.5, 12)
})

test('large means cost no digits', () => {
  const some = moments([
    [1e9 + 1, 1e9 + 2, 1e9 + 3],
    [1e9 + 10, 1e9 + 12, 1e9 + 11],
  ])
  expect(correlation(some, 0, 1)).toBeCloseTo(0.5, 12)
})

test('a column that never changes has no correlation', () => {
  const third = 1 / 3
  const some = moments([
    [third, third, third],
    [1, 2, 4],
  ])
  expect(correlation(some, 0, 1)).toBeNull()
  expect(rSquared(some, [1], 0)).toBeNull()
  expect(rSquared(some, [0], 1)).toBe(0)
})

test('columns are read through a function', () => {
  const read = (value: number, column: number) => (column === 0 ? Math.log1p(value) : value)
  const some = moments(
    [
      [0, Math.E - 1, Math.E ** 2 - 1],
      [5, 6, 7],
    ],
    read,
  )
  expect(correlation(some, 0, 1)).toBeCloseTo(1, 12)
})

test('one feature explains the square of its correlation', () => {
  const some = moments([
    [1, 2, 3],
    [10, 12, 11],
  ])
  expect(rSquared(some, [0], 1)).toBeCloseTo(0.25, 12)
})

test('what is linear is explained in full, repeated features or not', () => {
  const x = [1, 2, 3, 5, 8]
  const y = [2, 7, 1, 8, 2]
  const target = x.map((value, i) => 3 + 2 * value - y[i]!)
  const twice = x.map((value) => 2 * value + 1)
  const some = moments([x, y, twice, target])
  expect(rSquared(some, [0, 1], 3)).toBeCloseTo(1, 10)
  expect(rSquared(some, [0, 2, 1], 3)).toBeCloseTo(1, 10)
  expect(rSquared(some, [0, 2], 3)).toBeCloseTo(rSquared(some, [0], 3)!, 10)
})

test.each([1, 2, 3])('R² is that of descending to the least squares (seed %i)', (seed) => {
  const chance = new Chance(seed, 0)
  const features = Array.from({ length: 3 }, () => Array.from({ length: 40 }, () => chance.unit()))
  const target = features[0]!.map((value, i) => value - 2 * features[2]![i]! + chance.normal() / 4)
  const found = rSquared(moments([...features, target]), [0, 1, 2], 3)
  expect(found).toBeCloseTo(byDescent(features, target), 8)
})

/** One weight after the other, intercept included, until nothing moves. */
function byDescent(features: number[][], target: number[]): number {
  const columns = [target.map(() => 1), ...features]
  const weights = columns.map(() => 0)
  const rest = [...target]
  for (let round = 0; round < 5_000; round++) {
    for (const [k, column] of columns.entries()) {
      const change = dot(column, rest) / dot(column, column)
      weights[k]! += change
      for (let i = 0; i < rest.length; i++) rest[i]! -= change * column[i]!
    }
  }
  const mean = dot(target, columns[0]!) / target.length
  const deviations = target.map((value) => value - mean)
  return 1 - dot(rest, rest) / dot(deviations, deviations)
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
