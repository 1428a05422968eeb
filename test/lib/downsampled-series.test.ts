import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DownsampledSeries } from '../../src/lib/downsampled-series.ts'
import { loadInto } from '../fixtures/archived.ts'

function taken(ticks: number, most: number): DownsampledSeries {
  const rows = new DownsampledSeries(most)
  for (let tick = 1; tick <= ticks; tick++) if (rows.isDue(tick)) rows.add([tick, -tick])
  return rows
}

const all = (rows: DownsampledSeries) => Array.from({ length: rows.length }, (_, i) => rows.row(i))

test('rows are of the first tick and of others at even distances, however many ticks there were', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(2, 4, 16, 64), (ticks, most) => {
      const rows = taken(ticks, most)
      expect(rows.length).toBeLessThan(most)
      expect(rows.length * rows.every).toBeGreaterThanOrEqual(ticks)
      const ticksOf = all(rows).map(([tick]) => tick)
      expect(ticksOf).toEqual(ticksOf.map((_, i) => 1 + i * rows.every))
      expect(all(rows)).toEqual(ticksOf.map((tick) => [tick, -tick!]))
    }),
  )
})

test('what was loaded goes on as what was saved', () => {
  const [whole, half] = [taken(1000, 32), taken(600, 32)]
  const rows = loadInto(new DownsampledSeries(32), half)
  for (let tick = 601; tick <= 1000; tick++) if (rows.isDue(tick)) rows.add([tick, -tick])
  expect(all(rows)).toEqual(all(whole))
})

test('rows may differ in length, and are loaded as they were', () => {
  const rows = new DownsampledSeries(32)
  rows.add([1, 2])
  rows.add([1, 2, 3, 4, 5])
  expect(all(loadInto(new DownsampledSeries(32), rows))).toEqual([
    [1, 2],
    [1, 2, 3, 4, 5],
  ])
  expect(rows.bytes).toBe(7 * 8)
})
