import { expect, test } from 'vitest'
import { makeScale } from '../../../src/lab/plot/axes.ts'

test.each([
  [
    [0, 1],
    [0, 0.2, 0.4, 0.6, 0.8, 1],
  ],
  [
    [0.1, 0.95],
    [0, 0.2, 0.4, 0.6, 0.8, 1],
  ],
  [
    [90, 100],
    [90, 92, 94, 96, 98, 100],
  ],
  [
    [-3, 7],
    [-4, -2, 0, 2, 4, 6, 8],
  ],
  [
    [0.3, 0.3],
    [0, 1],
  ],
] as [number[], number[]][])('linear ticks for %j are %j', (values, ticks) => {
  expect(makeScale('linear', values, [0, 100]).ticks).toEqual(ticks)
})

test('the ends of a linear scale are its first and last tick', () => {
  const { place, ticks } = makeScale('linear', [3, 17], [300, 20])
  expect(place(ticks[0]!)).toBe(300)
  expect(place(ticks.at(-1)!)).toBe(20)
})

test.each([
  [
    [100, 100_000],
    [100, 1000, 10_000, 100_000],
  ],
  [
    [10, 600],
    [10, 20, 50, 100, 200, 500],
  ],
  [
    [0, 7, 7],
    [5, 10],
  ],
] as [number[], number[]][])('logarithmic ticks for %j are %j', (values, ticks) => {
  expect(makeScale('log', values, [0, 100]).ticks).toEqual(ticks)
})

test('a logarithmic scale has no place for 0', () => {
  const scale = makeScale('log', [0, 1, 10], [0, 100])
  expect(scale.holds(0)).toBe(false)
  expect(scale.place(1)).toBe(0)
  expect(scale.place(10)).toBe(100)
})
