import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../../../../src/core/campaign/log/fold.ts'
import type { Explanation } from '../../../../src/core/campaign/insight/explanation.ts'
import { urlsOf } from '../../../../src/core/campaign/log/node-urls.ts'
import { runQuery } from '../../../../src/core/campaign/queries.ts'
import { decodeRecord } from '../../../../src/core/campaign/codec/record-codec.ts'
import type { CampaignRecord, Step, PlannedFetch } from '../../../../src/core/campaign/event.ts'
import type { NodeId } from '../../../../src/core/graph/node-table.ts'
import { completePolicy } from '../../../../src/core/rank/policy.ts'
import { course, crawl, type Course } from '../../../fixtures/random-course.ts'

type Expected =
  | { kind: 'waiting' | 'reserved' }
  | { kind: 'crawled'; seq: number; outcome: string; score: number }
  | { kind: 'excluded'; reason: string }

const ARGS = { isPrivate: false, now: 0 }

const BACK = ['interrupted', 'busy', 'too_soon']
const NEVER = ['disallowed', 'robots_unavailable', 'refused', 'given_up', 'out_of_scope']

/** What became of each node, by the records alone. */
class Chronicle {
  readonly nodes = new Map<NodeId, Expected>()
  readonly #lists = new Set<NodeId>()
  #reserved: NodeId | undefined

  add(record: CampaignRecord, seq: number): void {
    if (record.next.kind !== 'keep' && this.#reserved !== undefined) {
      this.#waits(this.#reserved)
      this.#reserved = undefined
    }
    if (record.kind === 'step') this.#step(record, seq)
    if (record.kind === 'edited') this.#edit(record)
    if (record.next.kind !== 'reserve') return
    const [{ node }] = record.next.fetches as [PlannedFetch]
    this.#reserved = node
    this.nodes.set(node, { kind: 'reserved' })
  }

  #step(step: Step, seq: number): void {
    const { node, outcome, score, alias } = step
    for (const list of step.sitemaps) this.#lists.add(list)
    if (BACK.includes(outcome) || step.retry) return this.#waits(node)
    this.#lists.delete(node)
    const isNever = NEVER.includes(outcome)
    this.nodes.set(
      node,
      isNever ? { kind: 'excluded', reason: outcome } : { kind: 'crawled', seq, outcome, score },
    )
    if (alias !== undefined) this.nodes.set(alias, { kind: 'excluded', reason: 'alias' })
  }

  #edit({ edit }: Extract<CampaignRecord, { kind: 'edited' }>): void {
    if (edit.kind === 'seeds')
      for (const node of edit.nodes) this.#freed(node, [...NEVER, 'unwanted'])
    if (edit.kind === 'patch' && edit.patch.discover?.every((way) => way === 'links')) {
      for (const node of this.#lists) this.nodes.set(node, { kind: 'excluded', reason: 'unwanted' })
      this.#lists.clear()
    }
    if (edit.kind === 'patch' && edit.patch.scope) {
      for (const node of this.nodes.keys()) this.#freed(node, ['out_of_scope'])
    }
    if (edit.kind !== 'label') return
    const known = this.nodes.get(edit.node)!
    this.nodes.set(edit.node, { ...known, score: edit.score } as Expected)
  }

  #freed(node: NodeId, reasons: readonly string[]): void {
    const known = this.nodes.get(node)
    if (known?.kind === 'excluded' && reasons.includes(known.reason)) this.#waits(node)
  }

  #waits(node: NodeId): void {
    this.nodes.set(node, { kind: 'waiting' })
  }
}

/** There is a URL of each kind after 41 of its records; one in twelve runs of ten random courses has no dropped page. */
const OF_EVERY_KIND: Course = {
  webSeed: 999_981,
  policy: completePolicy({ name: 'bfs' }),
  budget: 34,
  pauseAfter: 15,
  reopenAfter: 9,
  stopAfter: 115,
  ties: 'fifo',
  memoryMb: 0.012,
}

/** Its sitemaps were shelved for lack of memory when they were no longer wanted. */
const WITH_SHELVED_LISTS: Course = {
  webSeed: 877_098,
  policy: completePolicy({ name: 'mab_var', resetSteps: 10, batch: 4 }),
  budget: 12,
  pauseAfter: 5,
  reopenAfter: 2,
  stopAfter: 12,
  ties: 'fifo',
  memoryMb: 0.012,
}

test('every known URL has the explanation that follows from the records', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(course, fc.nat(), async (how, cut) => {
      const { ports } = await crawl(how)
      const rows = [...ports.log.after(0)]
      const upTo = 1 + (cut % rows.length)
      const state = fold(rows, upTo)!
      const chronicle = new Chronicle()
      for (const [i, row] of rows.slice(0, upTo).entries()) chronicle.add(decodeRecord(row), i + 1)
      const nodes = Array.from({ length: state.nodes.length }, (_, node) => node as NodeId)
      for (const [node, url] of urlsOf(nodes, state, ports.log)) {
        const answer = runQuery({ state, log: ports.log }, 'explain', { ...ARGS, url })
        const expected = chronicle.nodes.get(node) ?? { kind: 'waiting' }
        const isStopped = expected.kind === 'waiting' && state.status.status === 'cancelled'
        expect(answer).toMatchObject({
          ...(isStopped ? { kind: 'excluded', reason: 'stopped' } : expected),
          url,
        })
        expect(answer.why).toMatch(/^[A-Z].*\.$/)
        seen.add(answer.kind)
        expect(hasItsDecision(answer)).toBe(true)
      }
    }),
    {
      numRuns: 10,
      examples: [
        [OF_EVERY_KIND, 40],
        [WITH_SHELVED_LISTS, 21],
      ],
    },
  )
  expect([...seen].toSorted()).toEqual(['crawled', 'excluded', 'reserved', 'waiting'])
})

/** A decision is about the node itself and older than the fetch; nodes that were not chosen have none. */
function hasItsDecision(answer: Explanation): boolean {
  if (answer.kind === 'reserved') return answer.decision.url === answer.url
  if (answer.kind !== 'crawled') return true
  const { url, seq, estimate, decision } = answer
  return decision?.url === url && decision.seq < seq && decision.estimate === estimate
}

test('a waiting URL has as many ahead as rank before it in the frontier', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (how) => {
      await crawl(how, (campaign) => {
        if (campaign.report().status === 'cancelled') return
        const { nodes, reserved } = campaign.query('frontier', 8)
        for (const [place, { url, estimate }] of nodes.entries()) {
          const answer = campaign.query('explain', { ...ARGS, url })
          const count = place + reserved.length
          expect(answer).toMatchObject({ kind: 'waiting', estimate, ahead: { count } })
        }
      })
    }),
    { numRuns: 6 },
  )
})
