import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LeastSquares } from '../../src/lib/least-squares.ts'
import { ridge, RLS_C } from '../core/rank/reference/ridge.ts'

const number = fc.double({ min: -8, max: 8, noNaN: true })

/** Examples of one to eight features, some of which are often 0. */
const examples = fc.integer({ min: 1, max: 8 }).chain((width) =>
  fc.array(
    fc.record({
      x: fc.array(fc.oneof(number, fc.constant(0)), { minLength: width, maxLength: width }),
      y: number,
    }),
    { minLength: 1, maxLength: 120 },
  ),
)

test('has after each example the weights of a batch solution', () => {
  fc.assert(
    fc.property(examples, (all) => {
      const width = all[0]!.x.length
      const model = new LeastSquares(width, RLS_C)
      for (const [i, { x, y }] of all.entries()) {
        model.learn(Float64Array.from(x), y)
        const weights = ridge(all.slice(0, i + 1), width)
        for (const [j, weight] of weights.entries()) {
          expect(Math.abs(model.weights[j]! - weight)).toBeLessThan(TOLERANCE * scale(weights))
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('minimises the squared errors, and the weights by 1/C, for any C', () => {
  const c = fc.constantFrom(0.01, 1, 10, 1000)
  fc.assert(
    fc.property(examples, c, (all, importance) => {
      const width = all[0]!.x.length
      const model = new LeastSquares(width, importance)
      for (const { x, y } of all) model.learn(Float64Array.from(x), y)
      // Where the sum is least its slope is 0 in every direction.
      for (let i = 0; i < width; i++) {
        let slope = model.weights[i]! / importance
        let size = Math.abs(slope)
        for (const { x, y } of all) {
          const part = (model.predict(Float64Array.from(x)) - y) * x[i]!
          slope += part
          size += Math.abs(part)
        }
        expect(Math.abs(slope)).toBeLessThanOrEqual(TOLERANCE * Math.max(1, size))
      }
    }),
  )
})

test('expects nothing before the first example', () => {
  fc.assert(
    fc.property(examples, ([{ x } = { x: [] }]) => {
      expect(new LeastSquares(x.length, 1000).predict(Float64Array.from(x))).toBeCloseTo(0, 15)
    }),
  )
})

test('still agrees with the batch solution after 20,000 examples, alike but for a little', () => {
  const width = 7
  const model = new LeastSquares(width, RLS_C)
  const all = Array.from({ length: 20_000 }, (_, i) => {
    const x = Array.from({ length: width }, (__, j) => Math.log1p(((i * (j + 3)) % 17) + i / 5000))
    return { x, y: (i % 5) / 2 }
  })
  for (const { x, y } of all) model.learn(Float64Array.from(x), y)
  for (const [i, weight] of ridge(all, width).entries()) {
    expect(model.weights[i]).toBeCloseTo(weight, 9)
  }
})

/** C = 1000 lets rounding grow a thousandfold and more where features are nearly dependent. */
const TOLERANCE = 1e-7

function scale(weights: readonly number[]): number {
  return Math.max(1, ...weights.map(Math.abs))
}
