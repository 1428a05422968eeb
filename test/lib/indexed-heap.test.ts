import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IndexedHeap } from '../../src/lib/indexed-heap.ts'

const command = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), id: fc.nat(40), key: fc.nat(9) }),
  fc.record({ kind: fc.constant('move' as const), id: fc.nat(40), key: fc.nat(9) }),
  fc.record({ kind: fc.constant('delete' as const), id: fc.nat(40) }),
)

test('its first is always what a full sort puts first, whatever is added, moved and deleted', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 200 }), (commands) => {
      const keys = new Map<number, number>()
      const before = (a: number, b: number) =>
        keys.get(a)! < keys.get(b)! || (keys.get(a) === keys.get(b) && a < b)
      const heap = new IndexedHeap(before)
      for (const step of commands) {
        const isIn = keys.has(step.id)
        expect(heap.has(step.id)).toBe(isIn)
        if (step.kind === 'add' && !isIn) {
          keys.set(step.id, step.key)
          heap.add(step.id)
        } else if (step.kind === 'move' && isIn) {
          keys.set(step.id, step.key)
          heap.moved(step.id)
        } else if (step.kind === 'delete' && isIn) {
          heap.delete(step.id)
          keys.delete(step.id)
        }
        const sorted = [...keys.keys()].toSorted((a, b) => (before(a, b) ? -1 : 1))
        expect(heap.first).toBe(sorted[0])
        expect(heap.second).toBe(sorted[1])
        expect(heap.size).toBe(sorted.length)
      }
    }),
  )
})
