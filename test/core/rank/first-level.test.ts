import { expect, test } from 'vitest'
import { FirstLevel } from '../../../src/core/rank/features/first-level.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import { archivedBytes } from '../../fixtures/archived.ts'

test('to read the sums of a node that nothing links to changes nothing', () => {
  const first = new FirstLevel({}, true)
  first.link(3 as NodeId, 2, 0.5, false)
  const before = archivedBytes(first)
  const sums = new Float64Array(4).fill(9)
  first.read(500 as NodeId, sums)
  expect([...sums]).toEqual([0, 0, 0, 0])
  expect(archivedBytes(first)).toEqual(before)
  first.read(3 as NodeId, sums)
  expect([...sums]).toEqual([1, 2, 0.5, 1])
})
