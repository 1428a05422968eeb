import { expect, test } from 'vitest'
import { FirstLevel } from '../../../src/core/rank/features/first-level.ts'
import type { HostId } from '../../../src/core/graph/host-table.ts'
import { Queue } from '../../../src/core/graph/queue.ts'
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

test('a seed that nothing links to has no sums where they are kept in rows', () => {
  const options = { hostOf: () => 0 as HostId, tieBefore: (a: NodeId, b: NodeId) => a < b }
  const queue = new Queue({ ...options, doublePrecision: true })
  queue.insert(500 as NodeId, Infinity)
  expect(new FirstLevel({ fl_ne: [queue] }, true).sums(500 as NodeId)).toEqual([0, 0, 0, 0])
})
