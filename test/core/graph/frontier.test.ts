import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Frontier } from '../../../src/core/graph/frontier.ts'
import type { HostId } from '../../../src/core/graph/host-table.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import { Queue } from '../../../src/core/graph/queue.ts'
import { TIES, tieRule } from '../../../src/core/rank/ties.ts'

const HOSTS = 4

const host = fc.nat(HOSTS - 1).map((id) => id as HostId)
const command = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), host, keys: fc.tuple(fc.nat(3), fc.nat(3)) }),
  fc.record({
    kind: fc.constant('key' as const),
    pick: fc.nat(),
    queue: fc.nat(1),
    key: fc.nat(3),
  }),
  fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('pace' as const), host, waitMs: fc.nat(50) }),
  fc.record({ kind: fc.constant('wait' as const), waitMs: fc.nat(20) }),
  fc.record({ kind: fc.constantFrom('close' as const, 'reopen' as const), host }),
)

type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

/** The slow and obvious frontier: a list, searched. */
class List {
  readonly nodes: NodeId[] = []
  readonly hosts: HostId[] = []
  readonly keys: number[][] = []
  readonly freeAt: number[] = Array.from({ length: HOSTS }, () => 0)

  readonly closed = new Set<HostId>()

  close(id: HostId): void {
    this.closed.add(id)
  }

  reopen(id: HostId): void {
    this.closed.delete(id)
  }

  get available(): NodeId[] {
    return this.nodes.filter((node) => !this.closed.has(this.hosts[node]!))
  }

  free(now: number): NodeId[] {
    return this.available.filter((node) => this.freeAt[this.hosts[node]!]! <= now)
  }

  waitingUntil(now: number): number | undefined {
    const waiting = this.available
      .map((node) => this.freeAt[this.hosts[node]!]!)
      .filter((at) => at > now)
    return waiting.length > 0 ? Math.min(...waiting) : undefined
  }
}

/** All hosts that are not closed, the free and the others. */
function expectOrder(queue: Queue, sorted: NodeId[], closed: ReadonlySet<HostId>): void {
  expect(queue.bestOfAll(5, closed)).toEqual(sorted.slice(0, 5))
  for (const [place, node] of sorted.entries()) {
    expect(queue.countBefore(node, 8, closed)).toBe(Math.min(place, 8))
  }
}

function applyToHost(step: Command, list: List, frontier: Frontier, now: number): void {
  if (step.kind === 'pace') {
    list.freeAt[step.host] = now + step.waitMs
    frontier.paced(step.host)
  }
  if (step.kind === 'close' || step.kind === 'reopen') {
    list[step.kind](step.host)
    frontier[step.kind](step.host)
  }
}

test.each(TIES)(
  'each queue finds what a search of all nodes of the free and open hosts finds (ties %s)',
  (ties) => {
    const tieBefore = tieRule(ties, 5)
    fc.assert(
      fc.property(fc.array(command, { maxLength: 150 }), (commands) => {
        const list = new List()
        const hostOf = (node: NodeId) => list.hosts[node]!
        const queues = [true, false].map(
          (doublePrecision) => new Queue({ hostOf, tieBefore, doublePrecision }),
        )
        const frontier = new Frontier({ hostOf, freeAt: (id) => list.freeAt[id]! }, queues)
        const removed: [keys: number[], expected: number[]][] = []
        let now = 0

        for (const step of commands) {
          const picked = 'pick' in step ? list.nodes[step.pick % list.nodes.length] : undefined
          if (step.kind === 'add') {
            const node = list.hosts.length as NodeId
            list.hosts.push(step.host)
            list.keys.push([...step.keys])
            list.nodes.push(node)
            frontier.add(node, step.keys)
          } else if (step.kind === 'key' && picked !== undefined) {
            list.keys[picked]![step.queue] = step.key
            queues[step.queue]!.set(picked, step.key)
          } else if (step.kind === 'remove' && picked !== undefined) {
            list.nodes.splice(list.nodes.indexOf(picked), 1)
            removed.push([frontier.remove(picked), list.keys[picked]!])
          } else if (step.kind === 'wait') {
            now += step.waitMs
          } else {
            applyToHost(step, list, frontier, now)
          }

          frontier.openHosts(now)
          expect(frontier.size).toBe(list.nodes.length)
          expect(frontier.available).toBe(list.available.length)
          expect(frontier.nextFreeAt()).toBe(list.waitingUntil(now))
          for (const [i, queue] of queues.entries()) {
            const key = (node: NodeId) => list.keys[node]![i]!
            const inOrder = (nodes: NodeId[]) =>
              nodes.toSorted((a, b) => key(b) - key(a) || (tieBefore(a, b) ? -1 : 1))
            const sorted = inOrder(list.free(now))
            expectOrder(queue, inOrder(list.available), list.closed)
            expect([queue.best(), queue.second()]).toEqual([sorted[0], sorted[1]])
            const high: NodeId[] = []
            queue.visitFrom(2, (node) => high.push(node))
            expect(new Set(high)).toEqual(new Set(sorted.filter((node) => key(node) >= 2)))
            const any = queue.any(0.5)
            expect(any === undefined ? sorted.length === 0 : sorted.includes(any)).toBe(true)
          }
        }
      }),
    )
  },
)
