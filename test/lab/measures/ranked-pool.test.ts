import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  harvestRates,
  meanRanks,
  rankPool,
  targetRecalls,
  topCoverage,
} from '../../../src/lab/measures/ranked-pool.ts'

const crawls = fc.uniqueArray(fc.nat(20), { maxLength: 15 })
const steps = fc.array(fc.nat(20), { maxLength: 5 })

describe('a pool', () => {
  test('has the best page first, ties in the order of their numbers', () => {
    const qualities = [
      [1, 0],
      [2, 5],
      [2, 9],
      [1, 0],
    ]
    expect(rankPool([3, 2, 1, 0, 2], (node) => qualities[node]!)).toEqual([2, 1, 0, 3])
  })

  test('without pages has none', () => {
    expect(rankPool([], () => [])).toEqual([])
    expect(topCoverage([], [1], 10)).toBe(0)
  })

  test('has each page once, none before a better one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), fc.array(fc.nat(3), { minLength: 21 }), (pool, quality) => {
        const order = rankPool(pool, (node) => [quality[node]!])
        expect(order.toSorted((a, b) => a - b)).toEqual(
          [...new Set(pool)].toSorted((a, b) => a - b),
        )
        for (let i = 1; i < order.length; i++) {
          expect(quality[order[i]!]!).toBeLessThanOrEqual(quality[order[i - 1]!]!)
        }
      }),
    )
  })

  test('is covered by the crawled share of its best', () => {
    fc.assert(
      fc.property(crawls, fc.integer({ min: 1, max: 25 }), (crawled, top) => {
        const order = Array.from({ length: 21 }, (_, i) => (i * 8) % 21)
        let found = 0
        for (let place = 0; place < Math.min(top, 21); place++) {
          if (crawled.includes(order[place]!)) found++
        }
        expect(topCoverage(order, crawled, top)).toBe(found / Math.min(top, 21))
      }),
    )
  })
})

describe('up to each step', () => {
  /** The plain way: what was crawled by then, all over again. */
  function meanOf(values: number[]): number {
    return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
  }

  test('the mean rank is that of the pages crawled so far', () => {
    const order = Array.from({ length: 21 }, (_, i) => (i * 5) % 21)
    fc.assert(
      fc.property(crawls, steps, (crawled, at) => {
        const expected = at.map((step) =>
          meanOf(crawled.slice(0, step).map((node) => order.indexOf(node) + 1)),
        )
        expect(meanRanks(order, crawled, at)).toEqual(expected)
      }),
    )
  })

  test('the harvest rate is the relevant share of the pages crawled so far', () => {
    fc.assert(
      fc.property(crawls, steps, (crawled, at) => {
        const isRelevant = (node: number) => node % 3 === 0
        const expected = at.map((step) => {
          const pages = crawled.slice(0, step)
          return pages.length === 0 ? 0 : pages.filter(isRelevant).length / pages.length
        })
        expect(harvestRates(crawled, isRelevant, at)).toEqual(expected)
      }),
    )
  })

  test('target recall is the share of the targets among the pages crawled so far', () => {
    fc.assert(
      fc.property(crawls, crawls, steps, (crawled, targets, at) => {
        const expected = at.map((step) => {
          const found = targets.filter((node) => crawled.slice(0, step).includes(node))
          return targets.length === 0 ? 0 : found.length / targets.length
        })
        expect(targetRecalls(crawled, targets, at)).toEqual(expected)
      }),
    )
  })
})
