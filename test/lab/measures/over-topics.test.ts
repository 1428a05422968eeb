import { expect, test } from 'vitest'
import { meanRow, meanWithError, overTopics } from '../../../src/lab/measures/over-topics.ts'

test('a mean over topics has the standard error of a mean', () => {
  // The variance of 1, 2, 3, 4 is 5/3.
  expect(meanWithError([1, 2, 3, 4])).toEqual({ mean: 2.5, error: Math.sqrt(5 / 3 / 4) })
  expect(meanWithError([7, 7])).toEqual({ mean: 7, error: 0 })
})

test('a single topic has no error', () => {
  expect(meanWithError([3])).toEqual({ mean: 3, error: 0 })
})

test('each column has its own', () => {
  expect(overTopics([])).toEqual([])
  expect(
    meanRow([
      [1, 10],
      [3, 30],
    ]),
  ).toEqual([2, 20])
})
