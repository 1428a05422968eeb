import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crc32 } from '../../src/lib/checksum.ts'
import { expm1, log1p } from '../../src/lib/logarithm.ts'

/** Some units in the last place, ours and the engine's. */
const TOLERANCE = 6 * Number.EPSILON

const isNear = (found: number, expected: number) =>
  Object.is(found, expected) || Math.abs(found - expected) <= TOLERANCE * Math.abs(expected)

describe.each([
  ['log1p', log1p, Math.log1p, 3_702_702_023],
  ['expm1', expm1, Math.expm1, 502_799_614],
] as const)('%s', (_name, own, engine, sum) => {
  test('agrees with the engine, but for the last bits', () => {
    const numbers = fc.oneof(
      fc.double(),
      fc.double({ min: -1, max: 50 }),
      fc.integer({ min: 0, max: 5_000 }),
      fc.constantFrom(0, -0, -1, Infinity, -Infinity, Number.MAX_VALUE, Number.MIN_VALUE),
    )
    const samples = fc.sample(numbers, 5_000)
    expect(samples.filter((x) => !isNear(own(x), engine(x)))).toEqual([])
  })

  test('has the same bits on every runtime', () => {
    const values = Float64Array.from({ length: 30_000 }, (_, i) => own((i * i) / 1_000_003))
    expect(crc32(new Uint8Array(values.buffer))).toBe(sum)
  })
})

test('each is the inverse of the other', () => {
  const samples = fc.sample(fc.double({ min: 2 ** -12, max: 2 ** 24, noNaN: true }), 1_000)
  expect(samples.filter((x) => Math.abs(expm1(log1p(x)) / x - 1) > 50 * Number.EPSILON)).toEqual([])
})
