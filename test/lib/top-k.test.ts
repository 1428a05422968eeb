import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BestIds } from '../../src/lib/top-k.ts'
import { IdSet } from '../../src/lib/id-set.ts'

test('of all ids that were offered those with the highest keys are kept, of equal ones the first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.nat(30), (keys, count) => {
      const best = new BestIds(count)
      for (const [id, key] of keys.entries()) best.offer(id, key)
      const expected = [...keys.keys()].toSorted((a, b) => keys[b]! - keys[a]! || a - b)
      expect([...best.ids()].toSorted((a, b) => a - b)).toEqual(
        expected.slice(0, count).toSorted((a, b) => a - b),
      )
    }),
  )
})

test('each member of a set of ids has its place in ascending order, others have none', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (isMember) => {
      const ids = new IdSet(isMember.length, (id) => isMember[id]!)
      let place = 0
      for (const [id, is] of isMember.entries()) expect(ids.place(id)).toBe(is ? place++ : -1)
      expect(ids.size).toBe(place)
      expect(ids.place(isMember.length + 40)).toBe(-1)
    }),
  )
})
