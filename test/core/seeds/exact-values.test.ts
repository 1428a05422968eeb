import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toExactValues } from '../../../src/core/seeds/exact-values.ts'

const anyValues = fc
  .array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 50 })
  .map((values) => Float64Array.from(values))

it('makes sums that do not depend on their order', () => {
  fc.assert(
    fc.property(anyValues, (values) => {
      const exact = toExactValues(values)
      const sum = exact.reduce((total, value) => total + value, 0)
      const reversed = exact.reduceRight((total, value) => total + value, 0)
      const byTwo = [0, 1].map((odd) =>
        exact.filter((_, i) => i % 2 === odd).reduce((total, value) => total + value, 0),
      )
      expect(reversed).toBe(sum)
      expect(byTwo[0]! + byTwo[1]!).toBe(sum)
    }),
  )
})

it('changes no value by more than a tiny part of all', () => {
  fc.assert(
    fc.property(anyValues, (values) => {
      const total = values.reduce((sum, value) => sum + Math.abs(value), 0)
      for (const [i, value] of toExactValues(values).entries()) {
        expect(Math.abs(value - values[i]!)).toBeLessThanOrEqual(total * 2 ** -51)
      }
    }),
  )
})

it('leaves integers as they are', () => {
  expect(Array.from(toExactValues(Float64Array.of(3, -10, 0, 1)))).toEqual([3, -10, 0, 1])
})
