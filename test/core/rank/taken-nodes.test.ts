import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostId } from '../../../src/core/graph/host-table.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import { ESTIMATORS, type EstimatorName } from '../../../src/core/rank/names.ts'
import { completePolicy, type PolicyOptions } from '../../../src/core/rank/policy.ts'
import { Ranker } from '../../../src/core/rank/ranker.ts'
import { DrivenCrawl } from './driven-crawl.ts'
import type { ReferenceGraph } from './reference/known.ts'
import { knownArbitrary } from './reference/random-graph.ts'

describe('a released node', () => {
  test.each(ESTIMATORS)('is back exactly as it was by %s', (name) => {
    fc.assert(
      fc.property(knownArbitrary, (known) => {
        const crawl = new DrivenCrawl(known, { name })
        for (const node of known.crawled) crawl.force(node)
        const choice = crawl.choose()
        if (choice === undefined) return
        const before = stateOf(crawl)
        crawl.ranker.take(choice)
        expect(crawl.frontier()).not.toContain(crawl.node(choice.node))
        crawl.ranker.release(choice.node)
        crawl.ranker.frontier.openHosts(0)
        expect(stateOf(crawl)).toEqual(before)
        expect(crawl.choose()).toEqual(choice)
      }),
      { numRuns: 40 },
    )
  })

  test('is as it was for every arm of a bandit', () => {
    fc.assert(
      fc.property(knownArbitrary, fc.nat(), (known, randomSeed) => {
        const policy = { name: 'mab_epsilon' as const, arms: [...ESTIMATORS] }
        const crawl = new DrivenCrawl(known, policy, { randomSeed })
        for (const node of known.crawled) crawl.force(node)
        const choice = crawl.choose()
        if (choice === undefined) return
        const before = stateOf(crawl)
        crawl.ranker.take(choice)
        crawl.ranker.release(choice.node)
        crawl.ranker.frontier.openHosts(0)
        expect(stateOf(crawl)).toEqual(before)
        expect(crawl.choose()).toEqual(choice)
      }),
      { numRuns: 30 },
    )
  })
})

describe('a node that waits for its turn in a batch', () => {
  test('knows of the links that are found meanwhile, by every estimator', () => {
    // a and b are chosen together, and a leads to b.
    const forgetful = ESTIMATORS.filter((name) => {
      const crawl = new DrivenCrawl(SHORTCUT, { name })
      crawl.force(C)
      crawl.force(D)
      const stayed = new DrivenCrawl(SHORTCUT, { name })
      for (const node of [C, D, A]) stayed.force(node)
      const [node, batch] = [crawl.id(A), [crawl.id(B)]]
      crawl.ranker.take({ node, arm: name, motive: 'only', pick: 'best', batch })
      crawl.settle(A, name)
      return !areClose(keyOf(crawl, B), keyOf(stayed, B))
    })
    expect(forgetful).toEqual([])
  })
})

describe('a node that moved', () => {
  test.each(['fl_deg', 'fl_n', 'fl_e', 'fl_ne'] as const)('hands its %s on', (name) => {
    const ranker = twoPages(name)
    const [from, to] = [2 as NodeId, 3 as NodeId]
    const [arm] = ranker.arms
    const sum = arm!.queue.value(from) + arm!.queue.value(to)
    take(ranker, from)
    ranker.moved(from, to)
    expect(arm!.queue.value(to)).toBe(sum)
    expect(arm!.terms(to)).toEqual({ [name]: sum })
  })

  test.each(['fl_deg', 'fl_n', 'fl_e', 'fl_ne'] as const)(
    'hands its %s to a place that nobody links to',
    (name) => {
      const ranker = twoPages(name)
      const [from, to] = [2 as NodeId, 4 as NodeId]
      const sum = ranker.arms[0]!.queue.value(from)
      take(ranker, from)
      ranker.add(to, false)
      ranker.moved(from, to)
      expect(ranker.arms[0]!.queue.value(to)).toBe(sum)
    },
  )

  test('hands its sums to the regression, which estimates the place anew', () => {
    const ranker = twoPages('lr_fl')
    const [from, to] = [2 as NodeId, 4 as NodeId]
    ranker.prepare()
    const [arm] = ranker.arms
    const estimate = arm!.estimate(from)
    expect(estimate).not.toBe(0)
    take(ranker, from)
    ranker.add(to, false)
    ranker.moved(from, to)
    expect(arm!.estimate(to)).toBe(estimate)
    ranker.prepare()
    expect(arm!.queue.value(to)).toBe(estimate)
  })

  test('hands its cash on, and keeps none', () => {
    const ranker = twoPages('opic')
    const [from, to] = [2 as NodeId, 3 as NodeId]
    const [arm] = ranker.arms
    const cash = arm!.terms(from)['cash']! + arm!.terms(to)['cash']!
    take(ranker, from)
    ranker.moved(from, to)
    expect(arm!.terms(to)['cash']).toBe(cash)
    expect(arm!.queue.value(to)).toBe(cash)
    expect(arm!.terms(from)['cash']).toBe(0)
  })

  test('hands its way from the seeds on where it is the shorter one', () => {
    const ranker = newRanker({ name: 'bfs' })
    for (const node of [0, 1, 2]) ranker.add(node as NodeId, node === 0)
    ranker.frontier.openHosts(0)
    visit(ranker, 0, [1])
    visit(ranker, 1, [2])
    ranker.add(3 as NodeId, false)
    visit(ranker, 2, [3])
    ranker.add(4 as NodeId, false)
    ranker.moved(take(ranker, 3 as NodeId), 4 as NodeId)
    expect(ranker.arms[0]!.terms(4 as NodeId)).toEqual({ distance: 3 })
    expect(ranker.arms[0]!.queue.value(4 as NodeId)).toBe(-3)
  })

  test('says nothing to a place that was crawled before', () => {
    const ranker = twoPages('fl_n')
    take(ranker, 2 as NodeId)
    ranker.moved(2 as NodeId, 0 as NodeId)
    expect(ranker.choose()?.node).toBe(3)
  })
})

describe('a seed', () => {
  const online = ESTIMATORS.filter((name) => name !== 'oracle')

  test.each(online)('goes before everything else by %s, in the order given', (name) => {
    const ranker = newRanker({ name })
    for (const node of [0, 1, 2]) ranker.add(node as NodeId, true)
    ranker.add(3 as NodeId, false)
    ranker.frontier.openHosts(0)
    const order = [0, 1, 2].map((node) => {
      ranker.prepare()
      const choice = ranker.choose()!
      expect([choice.estimate, choice.terms]).toEqual([undefined, {}])
      visit(ranker, node, [3])
      return choice.node
    })
    expect(order).toEqual([0, 1, 2])
    ranker.prepare()
    expect(ranker.choose()?.node).toBe(3)
  })

  test.each(['lr_fl', 'lr_sl'] as const)('teaches %s nothing', (name) => {
    const ranker = newRanker({ name })
    for (const node of [0, 1]) ranker.add(node as NodeId, true)
    ranker.add(2 as NodeId, false)
    ranker.frontier.openHosts(0)
    visit(ranker, 0, [1, 2])
    visit(ranker, 1, [2])
    expect(ranker.arms[0]!.estimate(2 as NodeId)).toBe(0)
  })

  test('has no estimate in a batch either, by any estimator', () => {
    const estimated = online.filter((name) => {
      const ranker = newRanker({ name, batch: 2 })
      for (const node of [0, 1]) ranker.add(node as NodeId, true)
      ranker.frontier.openHosts(0)
      ranker.prepare()
      ranker.take(ranker.choose()!)
      ranker.crawled({ node: 0 as NodeId, score: 1, links: { targets: [], linkScores: [] } })
      ranker.prepare()
      return ranker.choose()!.estimate !== undefined
    })
    expect(estimated).toEqual([])
  })

  test('that moved leaves its place before everything else to where it moved, by any estimator', () => {
    const demoted = online.filter((name) => {
      const ranker = newRanker({ name })
      for (const node of [0, 1]) ranker.add(node as NodeId, true)
      ranker.frontier.openHosts(0)
      take(ranker, 0 as NodeId)
      ranker.add(2 as NodeId, false)
      ranker.moved(0 as NodeId, 2 as NodeId)
      return ranker.arms[0]!.queue.value(2 as NodeId) !== Infinity
    })
    expect(demoted).toEqual([])
  })
})

/** Everything that later choices depend on. */
function stateOf(crawl: DrivenCrawl) {
  crawl.ranker.prepare()
  const ids = crawl.frontier().map((node) => crawl.id(node))
  return {
    ids,
    size: crawl.ranker.frontier.size,
    arms: crawl.ranker.arms.map((arm) => ({
      estimates: ids.map((id) => arm.estimate(id)),
      keys: ids.map((id) => arm.queue.value(id)),
      terms: ids.map((id) => arm.terms(id)),
    })),
  }
}

function keyOf(crawl: DrivenCrawl, node: number): number {
  crawl.ranker.frontier.openHosts(0)
  crawl.ranker.prepare()
  return crawl.ranker.arms[0]!.queue.value(crawl.id(node))
}

function areClose(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-9
}

const [S, A, C, D, B] = [0, 1, 2, 3, 4] as const
/** s leads to a and c, c to d, d to b; and a to c and b, which makes b's way from s a shorter one. */
const SHORTCUT: { graph: ReferenceGraph; seeds: number[] } = {
  graph: {
    nodeCount: 5,
    beta: [1, 2, 1, 1, 0],
    out: [
      [
        { to: A, alpha: 2 },
        { to: C, alpha: 1 },
      ],
      [
        { to: B, alpha: 1 },
        { to: C, alpha: 1 },
      ],
      [{ to: D, alpha: 1 }],
      [{ to: B, alpha: 0.5 }],
      [],
    ],
  },
  seeds: [S],
}

function newRanker(policy: PolicyOptions): Ranker {
  return new Ranker({
    policy: completePolicy(policy),
    ties: 'fifo',
    randomSeed: 1,
    budget: () => 100,
    clock: { hostOf: () => 0 as HostId, freeAt: () => 0 },
  })
}

function take(ranker: Ranker, node: NodeId): NodeId {
  ranker.take({ node, arm: ranker.arms[0]!.name, motive: 'only', pick: 'best', batch: [] })
  return node
}

function visit(ranker: Ranker, node: number, targets: number[]): void {
  const links = { targets: targets as NodeId[], linkScores: targets.map((target) => target / 4) }
  ranker.crawled({ node: take(ranker, node as NodeId), score: 1 + node, links })
}

/** Seed 0 and page 1 were crawled; both lead to 2, and page 1 to 3. */
function twoPages(name: EstimatorName): Ranker {
  const ranker = newRanker({ name })
  for (const node of [0, 1, 2, 3]) ranker.add(node as NodeId, node === 0)
  ranker.frontier.openHosts(0)
  visit(ranker, 0, [1, 2])
  visit(ranker, 1, [2, 3])
  return ranker
}
