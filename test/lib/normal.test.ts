import { expect, test } from 'vitest'
import { draw } from '../../src/lib/draw.ts'
import { normalSample, WORDS_OF_A_SAMPLE } from '../../src/lib/normal.ts'

test('samples have mean 0, variance 1 and the share of a normal beyond 1, 2 and 3 (20,000, seed 5)', () => {
  const samples = Array.from({ length: 20_000 }, (_, i) =>
    normalSample((word) => draw(5, i * WORDS_OF_A_SAMPLE + word)),
  )
  const mean = samples.reduce((sum, z) => sum + z, 0) / samples.length
  const variance = samples.reduce((sum, z) => sum + z * z, 0) / samples.length
  const beyond = (z: number) => samples.filter((sample) => sample > z).length / samples.length
  expect(Math.abs(mean)).toBeLessThan(0.03)
  expect(Math.abs(variance - 1)).toBeLessThan(0.04)
  expect(Math.abs(beyond(1) - 0.1587)).toBeLessThan(0.01)
  expect(Math.abs(beyond(2) - 0.0228)).toBeLessThan(0.005)
  expect(beyond(3)).toBeGreaterThan(0)
  expect(beyond(3)).toBeLessThan(0.0035)
})

test('the least and the greatest words give opposite ends', () => {
  const least = normalSample(() => 0)
  expect(least).toBeLessThan(-5.999)
  expect(normalSample(() => 0xffff_ffff)).toBe(-least)
})
