import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completePolicy } from '../../../src/core/rank/policy.ts'
import type { Graph } from '../../../src/lib/sparse-graph.ts'
import type { TopicScores } from '../../../src/lab/corpus/corpus.ts'
import { Replay } from '../../../src/lab/replay.ts'
import { quantise } from '../../../src/lib/fixed-point.ts'
import { differences, expectedEstimates, isBest, toleranceOf } from './agreement.ts'
import { DrivenCrawl } from './driven-crawl.ts'
import { ESTIMATOR_NAMES } from './reference/estimates.ts'
import { greedyCrawl } from './reference/greedy-crawl.ts'
import type { ReferenceGraph } from './reference/known.ts'
import { knownArbitrary, largeGraph, startArbitrary } from './reference/random-graph.ts'

const SEEDS = [0, 17, 33]

describe.each(ESTIMATOR_NAMES)('%s', (name) => {
  // Navigational rank is computed anew at each step, here and in the reference.
  const [numRuns, steps] = name === 'nr' ? [20, 300] : [60, 3000]

  test('gives each frontier node the estimate of the reference, whatever is crawled', () => {
    fc.assert(
      fc.property(knownArbitrary, (known) => {
        const crawl = new DrivenCrawl(known, { name })
        crawl.ranker.prepare()
        expect(differences(crawl)).toEqual([])
        for (const node of known.crawled) {
          crawl.force(node)
          crawl.ranker.prepare()
          expect(differences(crawl)).toEqual([])
        }
      }),
      { numRuns },
    )
  })

  test('leads a greedy crawl to the nodes of the reference, on however many hosts', () => {
    fc.assert(
      fc.property(startArbitrary, fc.integer({ min: 1, max: 5 }), (start, hosts) => {
        const crawl = new DrivenCrawl(start, { name }, { hosts })
        for (;;) {
          const expected = expectedEstimates(name, crawl.known)
          const next = crawl.step()
          expect(next === undefined).toBe(expected.size === 0)
          if (next === undefined) break
          expect(isBest(next.node, expected, toleranceOf(name))).toBe(true)
        }
      }),
      { numRuns },
    )
  })

  test(`still agrees with the reference in a crawl of ${steps} steps (rng seed 7)`, () => {
    const crawl = new DrivenCrawl({ graph: largeGraph(7), seeds: SEEDS }, { name })
    for (let reached = steps / 3; reached <= steps; reached += steps / 3) {
      crawl.run(steps / 3)
      expect(crawl.crawled.length).toBe(reached)
      crawl.ranker.prepare()
      expect(differences(crawl)).toEqual([])
    }
  })
})

const EXACT = ESTIMATOR_NAMES.filter((name) => toleranceOf(name) === 0)

test.each(EXACT)('a greedy crawl by %s is that of the reference, node for node', (name) => {
  fc.assert(
    fc.property(startArbitrary, ({ graph, seeds }) => {
      const { crawled } = new DrivenCrawl({ graph, seeds }, { name }).run(graph.nodeCount)
      expect(crawled).toEqual(greedyCrawl(name, graph, seeds, graph.nodeCount))
    }),
    { numRuns: 30 },
  )
})

test.each(EXACT)('a choice by %s is the best of thousands of nodes (rng seed 4021)', (name) => {
  const crawl = new DrivenCrawl({ graph: largeGraph(4021), seeds: SEEDS }, { name }, { hosts: 3 })
  for (let step = 0; step < 3000; step += 300) {
    crawl.run(299)
    const expected = expectedEstimates(name, crawl.known)
    expect(isBest(crawl.step()!.node, expected, 0)).toBe(true)
  }
})

test('all estimators at once, as arms of one bandit, agree with the reference', () => {
  fc.assert(
    fc.property(knownArbitrary, (known) => {
      const crawl = new DrivenCrawl(known, { name: 'mab_epsilon', arms: [...ESTIMATOR_NAMES] })
      for (const node of known.crawled) {
        crawl.force(node)
        crawl.ranker.prepare()
        for (const arm of crawl.ranker.arms) expect(differences(crawl, arm)).toEqual([])
      }
    }),
    { numRuns: 10 },
  )
})

test('arms share one crawl over thousands of nodes and agree with the reference (rng seed 1)', () => {
  const arms = ESTIMATOR_NAMES.filter((name) => name !== 'nr')
  const start = { graph: largeGraph(1), seeds: SEEDS }
  const crawl = new DrivenCrawl(start, { name: 'mab_epsilon', arms, epsilon: 1 }, { hosts: 2 })
  for (let checkpoint = 0; checkpoint < 2; checkpoint++) {
    crawl.run(1000)
    for (const arm of crawl.ranker.arms) expect(differences(crawl, arm)).toEqual([])
  }
})

test.each([
  { pages: 1_778, share: 0 },
  { pages: 3_000, share: 1e-5 },
])('an estimate by sums over $pages pages is right to a share of $share', ({ pages, share }) => {
  // The sum of 1,778 such scores is just below 4096, up to where it is exact in 24 bits.
  const score = quantise(Math.log1p(9))
  const hub = pages
  const graph: ReferenceGraph = {
    nodeCount: pages + 1,
    beta: Array.from({ length: pages + 1 }, () => score),
    out: Array.from({ length: pages }, () => [{ to: hub, alpha: score }]).concat([[]]),
  }
  const seeds = Array.from({ length: pages }, (_, node) => node)
  for (const name of ['fl_deg', 'fl_n', 'fl_e', 'fl_ne'] as const) {
    const crawl = new DrivenCrawl({ graph, seeds }, { name })
    const expected = expectedEstimates(name, crawl.known).get(hub)!
    expect(Math.abs(crawl.estimates().get(hub)! / expected - 1)).toBeLessThanOrEqual(share)
  }
})

test.each(ESTIMATOR_NAMES)('a replay by %s of the same graph crawls the same nodes', (name) => {
  fc.assert(
    fc.property(startArbitrary, (start) => {
      const graph = withSortedLinks(start.graph)
      const { seeds } = start
      const { crawled } = new DrivenCrawl({ graph, seeds }, { name }).run(graph.nodeCount)
      const replay = new Replay({
        ...corpusOf(graph),
        seeds,
        policy: completePolicy({ name }),
        ties: 'fifo',
        randomSeed: 1,
        steps: graph.nodeCount,
      })
      const steps = [...replay.steps()]
      expect(steps.map(({ node }) => node)).toEqual(crawled)
      expect(steps.map(({ score }) => score)).toEqual(crawled.map((node) => graph.beta[node]))
    }),
    { numRuns: 20 },
  )
})

/** Links as a corpus has them: their order on a page decides what is discovered first. */
function withSortedLinks(graph: ReferenceGraph): ReferenceGraph {
  return { ...graph, out: graph.out.map((links) => links.toSorted((a, b) => a.to - b.to)) }
}

function corpusOf({ nodeCount, beta, out }: ReferenceGraph): { graph: Graph; scores: TopicScores } {
  const links = out.flat()
  const outStart = new Uint32Array(nodeCount + 1)
  for (const [node, { length }] of out.entries()) outStart[node + 1] = outStart[node]! + length
  return {
    graph: {
      nodeCount,
      edgeCount: links.length,
      outStart,
      outTarget: Uint32Array.from(links, ({ to }) => to),
    },
    scores: {
      topic: 'any',
      beta: Float32Array.from(beta),
      alpha: Float32Array.from(links, ({ alpha }) => alpha),
    },
  }
}
