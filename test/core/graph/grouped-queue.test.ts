import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArchiveReader } from '../../../src/lib/archive.ts'
import type { HostId } from '../../../src/core/graph/host-table.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import { FIRST_KEY, type Grouping, Queue } from '../../../src/core/graph/queue.ts'
import { tieRule } from '../../../src/core/rank/ties.ts'
import { archivedBytes } from '../../fixtures/archived.ts'

const HOSTS = 4
const NODES = 12
const GROUPS = 3
const tieBefore = tieRule('random', 3)
const hostOf = (node: NodeId) => (node % HOSTS) as HostId
const nodeIds = Array.from({ length: NODES }, (_, node) => node as NodeId)
const hostIds = Array.from({ length: HOSTS }, (_, host) => host as HostId)

const node = fc.constantFrom(...nodeIds)
const host = fc.constantFrom(...hostIds)
const group = fc.nat(GROUPS - 1)
/** Small keys are lost when a weight is added, and some keys are infinite. */
const key = fc.oneof(
  fc.nat(3),
  fc.constantFrom(1e-20, 2e-20, 0.1, 0.2, 0.30000000000000004, -Infinity, FIRST_KEY),
)
const command = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), node, key }),
  fc.record({ kind: fc.constant('put' as const), node, key }),
  fc.record({ kind: fc.constant('remove' as const), node }),
  fc.record({ kind: fc.constant('weigh' as const), group, weight: fc.constantFrom(0, 0.1, 1, -2) }),
  fc.record({ kind: fc.constant('assign' as const), node, group }),
  fc.record({ kind: fc.constantFrom('open' as const, 'close' as const), host }),
  fc.record({ kind: fc.constant('reload' as const) }),
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

/** The slow and obvious queue: a list, sorted. */
class List {
  readonly keys = new Map<NodeId, number>()
  readonly weights = [0, 0, 0]
  readonly isOpen = new Set<HostId>()
  readonly groups = new Map<number, number>()
  readonly grouping: Grouping

  constructor(grouping: Grouping) {
    this.grouping = grouping
  }

  groupKey(of: NodeId): number {
    return this.grouping === 'hosts' ? hostOf(of) : of
  }

  value(of: NodeId): number {
    return this.keys.get(of)! + this.weights[this.groups.get(this.groupKey(of)) ?? 0]!
  }

  sorted(isIn: (host: HostId) => boolean): NodeId[] {
    const before = (a: NodeId, b: NodeId) =>
      compare(this.value(b), this.value(a)) ||
      compare(this.keys.get(b)!, this.keys.get(a)!) ||
      (tieBefore(a, b) ? -1 : 1)
    return [...this.keys.keys()].filter((of) => isIn(hostOf(of))).toSorted(before)
  }

  /** A host whose last node is gone is not open any more. */
  shut(): void {
    const withNodes = new Set([...this.keys.keys()].map(hostOf))
    for (const id of this.isOpen) if (!withNodes.has(id)) this.isOpen.delete(id)
  }
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a > b ? 1 : -1
}

function newQueue(grouping: Grouping): Queue {
  return new Queue({ hostOf, tieBefore, doublePrecision: true, groups: grouping })
}

function put(queue: Queue, list: List, of: NodeId, to: number): void {
  if (!list.keys.has(of)) {
    list.keys.set(of, to)
    return queue.insert(of, to)
  }
  queue.set(of, to)
  if (list.keys.get(of) !== FIRST_KEY) list.keys.set(of, to)
}

function remove(queue: Queue, list: List, of: NodeId): void {
  expect(queue.remove(of)).toBe(list.keys.get(of))
  list.keys.delete(of)
  list.shut()
}

function reload(queue: Queue, grouping: Grouping): Queue {
  const bytes = archivedBytes(queue)
  const loaded = newQueue(grouping)
  loaded.archive(new ArchiveReader([bytes]))
  expect(archivedBytes(loaded)).toEqual(bytes)
  return loaded
}

function obey(queue: Queue, list: List, step: Exclude<Command, { kind: 'reload' }>): void {
  switch (step.kind) {
    case 'put':
      return put(queue, list, step.node, step.key)
    case 'remove':
      return list.keys.has(step.node) ? remove(queue, list, step.node) : undefined
    case 'weigh':
      list.weights[step.group] = step.weight
      return queue.setWeight(step.group, step.weight)
    case 'assign':
      list.groups.set(list.groupKey(step.node), step.group)
      return queue.assign(list.grouping === 'nodes' ? step.node : hostOf(step.node), step.group)
    case 'open':
      if (list.isOpen.has(step.host) || list.sorted((id) => id === step.host).length === 0) return
      list.isOpen.add(step.host)
      return queue.open(step.host)
    case 'close':
      list.isOpen.delete(step.host)
      return queue.close(step.host)
  }
}

function expectSame(queue: Queue, list: List): void {
  const open = list.sorted((id) => list.isOpen.has(id))
  expect(queue.bestOf(NODES)).toEqual(open)
  expect([queue.best(), queue.second()]).toEqual([open[0], open[1]])
  for (const of of list.keys.keys()) {
    expect(queue.value(of)).toBe(list.value(of))
    expect(queue.isFirst(of)).toBe(list.keys.get(of) === FIRST_KEY)
  }
  for (const least of [-Infinity, 0.1, 1]) {
    const found: NodeId[] = []
    queue.visitFrom(least, (of) => found.push(of))
    expect(new Set(found)).toEqual(new Set(open.filter((of) => list.value(of) >= least)))
  }
  const drawn = open.map((_, i) => queue.any((i + 0.5) / open.length))
  expect(new Set(drawn)).toEqual(new Set(open))
  expect(queue.any(0.5) === undefined).toBe(open.length === 0)
  const without = new Set([0 as HostId])
  const others = list.sorted((id) => !without.has(id))
  expect(queue.bestOfAll(5, without)).toEqual(others.slice(0, 5))
  for (const [place, of] of others.entries()) {
    expect(queue.countBefore(of, 4, without)).toBe(Math.min(place, 4))
  }
}

describe.each(['hosts', 'nodes'] as const)('a queue of %s in groups', (grouping) => {
  test('has the order of a list sorted by key and weight, whatever changes', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const list = new List(grouping)
        let queue = newQueue(grouping)
        for (const step of commands) {
          if (step.kind === 'reload') queue = reload(queue, grouping)
          else obey(queue, list, step)
          expect(() => expectSame(queue, list)).not.toThrow()
        }
      }),
      { numRuns: 300 },
    )
  })
})
