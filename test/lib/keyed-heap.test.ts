import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeyedHeap, Positions } from '../../src/lib/keyed-heap.ts'

const command = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    id: fc.nat(60),
    key: fc.integer({ min: -4, max: 4 }),
  }),
  fc.record({
    kind: fc.constant('set' as const),
    id: fc.nat(60),
    key: fc.integer({ min: -4, max: 4 }),
  }),
  fc.record({ kind: fc.constant('delete' as const), id: fc.nat(60) }),
)

test('is always in the order of a full sort, whatever is added, changed and deleted', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 250 }), (commands) => {
      const keys = new Map<number, number>()
      const positions = new Positions()
      positions.reserve(60)
      const heap = new KeyedHeap(new Float32Array(4), positions, (a, b) => a < b)
      for (const step of commands) {
        const isIn = keys.has(step.id)
        if (step.kind === 'delete' && isIn) {
          heap.delete(step.id)
          keys.delete(step.id)
        } else if (step.kind === 'add' && !isIn) {
          keys.set(step.id, step.key)
          heap.add(step.id, step.key)
        } else if (step.kind === 'set' && isIn) {
          keys.set(step.id, step.key)
          heap.set(step.id, step.key)
        }
        const sorted = [...keys].toSorted(([a, x], [b, y]) => y - x || a - b)
        expect(heap.size).toBe(sorted.length)
        const first = heap.size > 0 ? [heap.first, heap.firstKey] : undefined
        expect(first).toEqual(sorted[0])
        expect(heap.second).toBe(sorted[1]?.[0] ?? -1)
        for (const [id, key] of keys) expect(heap.key(id)).toBe(key)
      }
      const least = 1
      const found: number[] = []
      heap.visitFrom(least, (id) => found.push(id))
      const wanted = [...keys].filter(([, key]) => key >= least).map(([id]) => id)
      expect(found.toSorted((a, b) => a - b)).toEqual(wanted.toSorted((a, b) => a - b))
    }),
  )
})

test('two heaps of different ids can share one record of positions', () => {
  const positions = new Positions()
  positions.reserve(9)
  const [even, odd] = [0, 1].map(
    () => new KeyedHeap(new Float64Array(4), positions, (a, b) => a < b),
  )
  for (const id of [8, 2, 6]) even!.add(id, id)
  for (const id of [9, 3, 7]) odd!.add(id, id)
  even!.delete(8)
  expect([even!.first, odd!.first]).toEqual([6, 9])
})
