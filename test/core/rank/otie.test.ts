import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArchiveReader } from '../../../src/lib/archive.ts'
import type { HostId } from '../../../src/core/graph/host-table.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import { completePolicy } from '../../../src/core/rank/policy.ts'
import { Ranker } from '../../../src/core/rank/ranker.ts'
import { archivedBytes } from '../../fixtures/archived.ts'
import { DrivenCrawl } from './driven-crawl.ts'
import type { Known, ReferenceGraph } from './reference/known.ts'
import { otieEstimates } from './reference/otie.ts'
import { knownArbitrary } from './reference/random-graph.ts'

/** Frontier nodes whose cash is not that of the formulas: it is small, so shares of it count. */
function differences(known: Known, redistributeSteps: number): number[] {
  const crawl = new DrivenCrawl(known, { name: 'otie', redistributeSteps })
  for (const node of known.crawled) crawl.force(node)
  const estimates = crawl.estimates()
  const expected = otieEstimates(known, redistributeSteps)
  return [...new Set([...estimates.keys(), ...expected.keys()])].filter((node) => {
    const cash = expected.get(node) ?? NaN
    return !(Math.abs((estimates.get(node) ?? NaN) - cash) <= 1e-9 * cash)
  })
}

describe('cash by otie', () => {
  test('is that of the formulas, to a share of it, however often pages hand on again', () => {
    fc.assert(
      fc.property(knownArbitrary, fc.integer({ min: 1, max: 12 }), (known, steps) => {
        expect(differences(known, steps)).toEqual([])
      }),
      { numRuns: 80 },
    )
  })

  test.each<[string, ReferenceGraph]>([
    ['has no links', { nodeCount: 3, beta: [1, 0, 2], out: [[], [], []] }],
    ['is one node', { nodeCount: 1, beta: [1], out: [[]] }],
    ['has no scores', { nodeCount: 3, beta: [0, 0, 0], out: [[link(1)], [link(2)], [link(0)]] }],
    ['has a self-loop', { nodeCount: 2, beta: [1, 1], out: [[link(0, 1), link(1)], [link(1)]] }],
    ['is in two parts', { nodeCount: 4, beta: [1, 0, 1, 0], out: [[link(1)], [], [link(3)], []] }],
  ])('is that of the formulas where the graph %s', (_, graph) => {
    for (let nodes = 0; nodes <= graph.nodeCount; nodes++) {
      const seeds = graph.nodeCount === 4 ? [0, 2] : [0]
      const known = { graph, seeds, crawled: [] }
      const crawled = [...new DrivenCrawl(known, { name: 'otie' }).run(nodes).crawled]
      expect(differences({ ...known, crawled }, 1)).toEqual([])
    }
  })

  test('is 1 for all seeds together', () => {
    const graph: ReferenceGraph = {
      nodeCount: 5,
      beta: [0, 0, 0, 0, 0],
      out: [[link(4)], [link(4)], [link(4)], [link(4)], []],
    }
    const crawl = new DrivenCrawl({ graph, seeds: [0, 1, 2, 3] }, { name: 'otie' })
    // A page without the topic hands on 0.15 of its cash.
    expect(crawl.estimates().get(4)).toBeCloseTo(0.15, 12)
  })
})

describe('a page with cash', () => {
  const plain = { targets: [2, 3] as NodeId[], linkScores: [0, 0] }

  test('prefers the target that the words around its link promise', () => {
    const ranker = newRanker()
    visit(ranker, 0, { targets: [2, 3] as NodeId[], linkScores: [0, 1] })
    const [arm] = ranker.arms
    expect(arm!.estimate(3 as NodeId)).toBeGreaterThan(2 * arm!.estimate(2 as NodeId))
  })

  test('prefers a crawled target that is relevant to one that is not', () => {
    const ranker = newRanker()
    visit(ranker, 0, { targets: [1, 2] as NodeId[], linkScores: [0, 0] })
    visit(ranker, 1, { targets: [], linkScores: [] }, 0)
    visit(ranker, 2, { targets: [1, 3] as NodeId[], linkScores: [0, 0] })
    const [arm] = ranker.arms
    expect(arm!.estimate(1 as NodeId)).toBe(0)
    expect(arm!.estimate(3 as NodeId)).toBeGreaterThan(0)
  })

  test('hands on what came to it later, once it is the richest, without a fetch', () => {
    const graph: ReferenceGraph = {
      nodeCount: 4,
      beta: [1, 1, 0, 0],
      out: [[link(1)], [link(0), link(2)], [], []],
    }
    const cash = (redistributeSteps: number) => {
      const crawl = new DrivenCrawl({ graph, seeds: [0] }, { name: 'otie', redistributeSteps })
      crawl.force(1)
      crawl.force(2)
      return crawl.ranker.arms[0]!.estimate(crawl.id(0))
    }
    expect(cash(1000)).toBeGreaterThan(0)
    expect(cash(3)).toBe(0)
  })

  test('that moved hands it on, and keeps none', () => {
    const ranker = newRanker()
    visit(ranker, 0, plain)
    const [arm] = ranker.arms
    const both = arm!.terms(2 as NodeId)['cash']! + arm!.terms(3 as NodeId)['cash']!
    ranker.withdraw(2 as NodeId)
    ranker.moved(2 as NodeId, 3 as NodeId)
    expect(arm!.terms(3 as NodeId)['cash']).toBeCloseTo(both, 12)
    expect(arm!.terms(2 as NodeId)['cash']).toBe(0)
  })

  test('keeps it while it is shelved, and receives more', () => {
    const ranker = newRanker()
    visit(ranker, 0, plain)
    const cash = ranker.arms[0]!.queue.value(2 as NodeId)
    ranker.drop(2 as NodeId)
    visit(ranker, 1, plain)
    ranker.recall(2 as NodeId, [0, 0, 0, 0])
    expect(ranker.arms[0]!.queue.value(2 as NodeId)).toBeGreaterThan(cash)
  })

  test('that is a seed added later is given as much as the first ones were', () => {
    const ranker = newRanker()
    for (const node of [0, 1]) visit(ranker, node, { targets: [], linkScores: [] })
    ranker.add(5 as NodeId, true)
    ranker.frontier.openHosts(0)
    visit(ranker, 5, { targets: [2] as NodeId[], linkScores: [0] }, 0)
    expect(ranker.arms[0]!.queue.value(2 as NodeId)).toBeCloseTo(0.15, 12)
  })
})

describe('cash that decays', () => {
  /** Pages without the topic one after the other, of which each leaves 0.15 of the cash. */
  function chain(pages: number): Ranker {
    const ranker = newRanker(pages + 3)
    for (let node = 0; node < pages; node++) {
      const targets = [node + 1] as NodeId[]
      visit(ranker, node, { targets, linkScores: [0] }, 0)
    }
    const targets = [pages + 1, pages + 2] as NodeId[]
    visit(ranker, pages, { targets, linkScores: [0, 1] }, 1)
    return ranker
  }

  test('still orders the frontier after a thousand pages, far below the smallest double', () => {
    const { queue } = chain(1000).arms[0]!
    const [poor, rich] = [queue.value(1001 as NodeId), queue.value(1002 as NodeId)]
    expect(poor).toBeGreaterThan(0)
    expect(rich).toBeGreaterThan(2 * poor)
    expect(queue.best()).toBe(1002)
  })

  test('is the same in a ranker that was saved and loaded on the way', () => {
    const [whole, loaded] = [chain(400), newRanker(0)]
    loaded.archive(new ArchiveReader([archivedBytes(whole)]))
    expect(archivedBytes(loaded)).toEqual(archivedBytes(whole))
  })
})

function link(to: number, alpha = 0): { to: number; alpha: number } {
  return { to, alpha }
}

/** Nodes 0 and 1 are seeds, all nodes are known. */
function newRanker(nodes = 5): Ranker {
  const ranker = new Ranker({
    policy: completePolicy({ name: 'otie' }),
    ties: 'fifo',
    randomSeed: 1,
    budget: () => 1000,
    clock: { hostOf: () => 0 as HostId, freeAt: () => 0 },
  })
  for (let node = 0; node < nodes; node++) ranker.add(node as NodeId, node < 2)
  ranker.frontier.openHosts(0)
  return ranker
}

function visit(
  ranker: Ranker,
  node: number,
  links: { targets: NodeId[]; linkScores: number[] },
  score = 1,
): void {
  ranker.withdraw(node as NodeId)
  ranker.crawled({ node: node as NodeId, score, links })
}
