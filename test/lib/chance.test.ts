import { expect, test } from 'vitest'
import { draw } from '../../src/lib/draw.ts'
import { fingerprint } from '../../src/lib/fingerprint.ts'

test('a draw depends on its seed and its place alone', () => {
  expect(draw(7, 3)).toBe(draw(7, 3))
  expect(draw(7, 3)).not.toBe(draw(7, 4))
  expect(draw(7, 3)).not.toBe(draw(8, 3))
})

test('draws are spread evenly over 16 boxes (seed 42, 16,000 draws)', () => {
  const boxes = Array.from({ length: 16 }, () => 0)
  for (let i = 0; i < 16_000; i++) boxes[draw(42, i) >>> 28]!++
  // 1,000 expected, standard deviation 31: five of them on either side.
  for (const count of boxes) expect(Math.abs(count - 1000)).toBeLessThan(155)
})

test('200,000 similar URLs have 200,000 fingerprints, each half spread over its range', () => {
  const seen = new Set<string>()
  const lowHalves = new Set<number>()
  for (let i = 0; i < 200_000; i++) {
    const { low, high } = fingerprint(`https://a.test/articles/${i}?page=${i % 7}`)
    seen.add(`${high}:${low}`)
    lowHalves.add(low)
  }
  expect(seen.size).toBe(200_000)
  // Chance alone makes about 5 pairs of equal 32-bit halves among so many.
  expect(lowHalves.size).toBeGreaterThan(199_980)
})
