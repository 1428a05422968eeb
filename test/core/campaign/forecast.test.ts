import { describe, expect, test } from 'vitest'
import { forecast } from '../../../src/core/campaign/forecast.ts'
import type { Spec } from '../../../src/core/spec/spec.ts'

const of = (budget: number, perMinute: number, pacesMs: number[], parallel = 1) =>
  forecast({ budget, rate: { perMinute, hostDelayMs: 0 }, parallel } as Spec, pacesMs)

describe('the duration of a campaign', () => {
  test('is at least what its rate allows, however many sites there are', () => {
    const { minDurationMs, seedSitesDurationMs } = of(
      601,
      60,
      Array.from({ length: 100 }, () => 1_000),
    )
    expect(minDurationMs).toBe(600_000)
    expect(seedSitesDurationMs).toBe(600_000)
  })

  test('is longer if the seeds are on few sites, each with its pace', () => {
    const one = of(1_001, 6_000, [9_200])
    const two = of(1_002, 6_000, [9_200, 9_200])
    expect(one.minDurationMs).toBe(10_000)
    // A pause and an answer of 0.8 s after each page.
    expect(one.seedSitesDurationMs).toBeCloseTo(10_000_000)
    expect(two.seedSitesDurationMs).toBeCloseTo(5_000_000)
  })

  test('depends on how fast hosts answer when neither rate nor pace limits it', () => {
    expect(of(1_000, 60_000, [0, 0, 0, 0]).seedSitesDurationMs).toBe(800_000)
  })

  test('is shorter if several fetches may be under way, on as many sites', () => {
    expect(of(1_000, 60_000, [0, 0, 0, 0], 4).seedSitesDurationMs).toBe(200_000)
    expect(of(1_000, 60_000, [0, 0], 4).seedSitesDurationMs).toBe(400_000)
    expect(of(1_000, 60_000, [0, 0, 0, 0], 4).perPage.awakeMs).toBe(200)
  })

  test('has no minimum for a single fetch', () => {
    expect(of(1, 60, [1_000])).toMatchObject({ minDurationMs: 0, seedSitesDurationMs: 800 })
  })
})

describe('the cost of a campaign', () => {
  test('is the sum of its parts, and grows with the budget', () => {
    const small = of(1_000, 60, [1_000])
    const large = of(2_000, 60, [1_000])
    const sum = Object.values(small.breakdown).reduce((total, part) => total + part.dollars, 0)
    expect(small.dollars).toBeCloseTo(sum, 12)
    expect(large.dollars / small.dollars).toBeCloseTo(2, 2)
  })

  test('matches the measurements: fast, slow, and with leases of shared sites', () => {
    expect(of(100_000, 60_000, [0]).perPage).toMatchObject({
      rowsWritten: 1.034,
      requests: 0.026,
      awakeMs: 800,
    })
    const apart = of(100_000, 30, [0]).perPage
    expect(apart).toMatchObject({ rowsWritten: 2.042, requests: 1.025 })
    expect(apart.resultRowsWritten).toBeCloseTo(2.4, 3)
    expect(of(100_000, 30, [900]).perPage.requests).toBeCloseTo(2.025)
  })

  test('includes another row per page for a slow campaign, and the campaign’s own row with each', () => {
    expect(of(1_000, 1, [0]).perPage).toMatchObject({ rowsWritten: 3.042, resultRowsWritten: 3 })
  })

  test('in days of the free plan is no less than the duration', () => {
    const fast = of(1_000_000, 60_000, [0])
    expect(fast.freePagesPerDay).toBeGreaterThan(40_000)
    expect(fast.freePlanDays).toBeCloseTo(1_000_000 / fast.freePagesPerDay)
    expect(of(14_401, 1, [0]).freePlanDays).toBeCloseTo(10)
  })

  test('is a finite number for any spec', () => {
    for (const budget of [1, 2, 10_000_000]) {
      for (const perMinute of [1, 60_000]) {
        for (const paces of [[0], [600_000], Array.from({ length: 1_000 }, () => 0)]) {
          const { breakdown, perPage, ...figures } = of(budget, perMinute, paces)
          for (const figure of Object.values(figures)) expect(figure).toBeGreaterThanOrEqual(0)
          expect(Object.values(perPage).every(Number.isFinite)).toBe(true)
          expect(Object.keys(breakdown).toSorted()).toEqual(Object.keys(perPage).toSorted())
        }
      }
    }
  })
})
