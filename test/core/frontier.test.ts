import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Frontier } from '../../src/core/graph/frontier.ts'
import { HostTable, type HostId } from '../../src/core/graph/host-table.ts'
import { NodeTable, type NodeId } from '../../src/core/graph/node-table.ts'
import { bestFirst } from '../../src/core/rank/best-first.ts'

const HOSTS = 4

const command = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), host: fc.nat(HOSTS - 1), estimate: fc.nat(3) }),
  fc.record({ kind: fc.constant('estimate' as const), pick: fc.nat(), estimate: fc.nat(3) }),
  fc.record({ kind: fc.constant('delete' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('pace' as const), host: fc.nat(HOSTS - 1), waitMs: fc.nat(50) }),
  fc.record({ kind: fc.constant('wait' as const), waitMs: fc.nat(20) }),
)

test.each(['fifo', 'random'] as const)(
  'the best node of the hosts that are free is what a search of all nodes finds (ties %s)',
  (ties) => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 150 }), (commands) => {
        const nodes = new NodeTable()
        const hosts = new HostTable()
        for (let i = 0; i < HOSTS; i++) hosts.add(`http://h${i}.test`)
        const before = bestFirst(nodes, ties, 5)
        const frontier = new Frontier(nodes, hosts, before)
        const queued: NodeId[] = []
        let now = 0

        for (const step of commands) {
          const picked = 'pick' in step ? queued[step.pick % queued.length] : undefined
          if (step.kind === 'add') {
            const node = nodes.add(step.host as HostId, 1, false)
            nodes.setEstimate(node, step.estimate)
            queued.push(node)
            frontier.add(node)
          } else if (step.kind === 'estimate' && picked !== undefined) {
            nodes.setEstimate(picked, step.estimate)
            frontier.moved(picked)
          } else if (step.kind === 'delete' && picked !== undefined) {
            queued.splice(queued.indexOf(picked), 1)
            frontier.delete(picked)
          } else if (step.kind === 'pace') {
            hosts.setReadyAt(step.host as HostId, now + step.waitMs)
            frontier.paced(step.host as HostId)
          } else if (step.kind === 'wait') {
            now += step.waitMs
          }

          const free = queued.filter((node) => hosts.readyAt(nodes.host(node)) <= now)
          const best = free.toSorted((a, b) => (before(a, b) ? -1 : 1))[0]
          expect(frontier.best(now)).toBe(best)
          expect(frontier.size).toBe(queued.length)
          const waiting = queued
            .map((node) => hosts.readyAt(nodes.host(node)))
            .filter((at) => at > now)
          expect(frontier.nextFreeAt()).toBe(waiting.length ? Math.min(...waiting) : undefined)
        }
      }),
    )
  },
)
