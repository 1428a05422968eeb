import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allocate } from '../../../src/core/seeds/allocation.ts'

it.each([
  [10, [50, 30, 20], [5, 3, 2]],
  [3, [1, 1], [2, 1]],
  [1, [1, 2, 2], [0, 1, 0]],
  [7, [0, 0], [0, 0]],
  [4, [0, 1, 0], [0, 4, 0]],
  [0, [1], [0]],
  [5, [], []],
])('divides %i seeds by importance %j as %j', (seeds, importance, expected) => {
  expect(Array.from(allocate(seeds, importance))).toEqual(expected)
})

it('gives out every seed, and no site is a whole seed away from its share', () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 }),
      (seeds, importance) => {
        const shares = allocate(seeds, importance)
        const total = importance.reduce((sum, one) => sum + one, 0)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(seeds)
        for (const [site, share] of shares.entries()) {
          expect(Math.abs(share - (seeds * importance[site]!) / total)).toBeLessThan(1 + 1e-9)
        }
      },
    ),
  )
})
