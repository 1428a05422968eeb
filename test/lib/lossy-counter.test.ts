import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LossyCounter } from '../../src/lib/lossy-counter.ts'
import { archivedBytes, loadInto } from '../fixtures/archived.ts'

const keyOf = (key: number) => ({ low: key >>> 0, high: Math.floor(key / 2 ** 32) })

const filled = (keys: Iterable<number>) => {
  const table = new LossyCounter()
  for (const key of keys) table.add(keyOf(key))
  return table
}

test('a key counts as often as it was added', () => {
  const keys = fc.array(fc.oneof(fc.nat(5), fc.integer({ min: 0, max: 2 ** 53 - 1 })))
  fc.assert(
    fc.property(keys, (added) => {
      const table = filled(added)
      for (const key of added) {
        expect(table.count(keyOf(key))).toBe(added.filter((other) => other === key).length)
      }
      expect(table.count(keyOf(77_777_777))).toBe(added.filter((key) => key === 77_777_777).length)
    }),
  )
})

test('a full table forgets the smallest counts, and no more than it must', () => {
  const table = new LossyCounter()
  for (let key = 2; key < 200_000; key++) {
    table.add(keyOf(key * 7_919))
    if (key < 1_002) for (let i = 0; i < 100; i++) table.add(keyOf(key * 7_919))
  }
  let kept = 0
  for (let key = 2; key < 1_002; key++) kept += Number(table.count(keyOf(key * 7_919)) === 101)
  expect(kept).toBe(1_000)
  expect(archivedBytes(table).length).toBeLessThan(800_000)
})

test('a loaded table is the one that was saved, and grows as it would', () => {
  const keys = Array.from({ length: 3_000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 0)
  const table = filled(keys)
  const copy = loadInto(new LossyCounter(), table)
  for (const key of keys) {
    table.add(keyOf(key + 1))
    copy.add(keyOf(key + 1))
  }
  expect(archivedBytes(copy)).toEqual(archivedBytes(table))
  expect(copy.count(keyOf(keys[9]!))).toBe(table.count(keyOf(keys[9]!)))
})
