import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ThinnedRows } from '../../src/lib/thinned-rows.ts'
import { loadInto } from '../fixtures/archived.ts'

function taken(ticks: number, most: number): ThinnedRows {
  const rows = new ThinnedRows(2, most)
  for (let tick = 1; tick <= ticks; tick++) if (rows.isDue(tick)) rows.add([tick, -tick])
  return rows
}

const all = (rows: ThinnedRows) => Array.from({ length: rows.length }, (_, i) => rows.row(i))

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
  const rows = loadInto(new ThinnedRows(2, 32), half)
  for (let tick = 601; tick <= 1000; tick++) if (rows.isDue(tick)) rows.add([tick, -tick])
  expect(all(rows)).toEqual(all(whole))
})

test('rows that were saved with fewer numbers are read, and those that came since are -1', () => {
  const wider = loadInto(new ThinnedRows(4, 32), taken(100, 32))
  expect(all(wider)).toEqual(all(taken(100, 32)).map((row) => [...row, -1, -1]))
  wider.add([101, -101, 1, 2])
  expect(wider.row(wider.length - 1)).toEqual([101, -101, 1, 2])
})

test('rows that were saved with more numbers are of a newer program, and refused', () => {
  expect(() => loadInto(new ThinnedRows(1, 32), taken(100, 32))).toThrow('rows of 2 numbers')
})
