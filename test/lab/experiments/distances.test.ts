import { expect, test } from 'vitest'
import { windowEnds, windowLength, WindowMeans } from '../../../src/lab/experiments/distances.ts'

test.each([
  [100_000, 1_000],
  [10_000, 1_000],
  [2_000, 200],
  [5, 1],
])('a crawl of %i steps has windows of %i', (steps, length) => {
  expect(windowLength(steps)).toBe(length)
})

test('a window cut short is left out', () => {
  expect(windowEnds(25)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24])
})

test('means are taken over the steps of a window, of all crawls together', () => {
  const windows = new WindowMeans(2, 2, 2)
  const crawls = [
    [1, 3, 5],
    [2, 2],
  ]
  for (const crawl of crawls) {
    for (const [i, value] of crawl.entries()) windows.add(i + 1, [value, 10 * value])
  }
  windows.add(5, [1000, 1000])
  expect(windows.means(0)).toEqual([2, 5])
  expect(windows.means(1)).toEqual([20, 50])
  expect(new WindowMeans(1, 1, 1).means(0)).toEqual([null])
})
