import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostId } from '../../../src/core/graph/host-table.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import { Queue } from '../../../src/core/graph/queue.ts'
import { Regression } from '../../../src/core/rank/estimators/regression.ts'
import { BANDITS, ESTIMATORS, type PolicyName } from '../../../src/core/rank/names.ts'
import { TIES } from '../../../src/core/rank/ties.ts'
import { differences } from './agreement.ts'
import { DrivenCrawl } from './driven-crawl.ts'
import { referenceEstimates, SUMS, type Estimator } from './reference/estimates.ts'
import { bestOf, greedyCrawlBy } from './reference/greedy-crawl.ts'
import { betaOf, frontierOf, type Known } from './reference/known.ts'
import { latestMoment } from './reference/moment.ts'
import { evenly, opicEstimates } from './reference/opic.ts'
import { largeGraph, startArbitrary } from './reference/random-graph.ts'
import { RLS_C } from './reference/ridge.ts'
import { log1p } from '../../../src/lib/logarithm.ts'

const SUM_NAMES = Object.keys(SUMS) as (keyof typeof SUMS)[]

// The numbers are those of the specification's acceptance tests, part 3.7.

describe('1: smoothing', () => {
  test.each(SUM_NAMES)('leaves a crawl by %s as it is', (name) => {
    const raw: Estimator = (known) => referenceEstimates(name, known)
    const smoothed: Estimator = (known) =>
      new Map([...raw(known)].map(([node, sum]) => [node, log1p(sum)]))
    fc.assert(
      fc.property(startArbitrary, ({ graph, seeds }) => {
        const { crawled } = new DrivenCrawl({ graph, seeds }, { name }).run(graph.nodeCount)
        expect(crawled).toEqual(greedyCrawlBy(raw, graph, seeds, graph.nodeCount))
        expect(crawled).toEqual(greedyCrawlBy(smoothed, graph, seeds, graph.nodeCount))
      }),
      { numRuns: 30 },
    )
  })
})

describe('3: OPIC', () => {
  test('is blind to link scores where there are none', () => {
    fc.assert(
      fc.property(startArbitrary, ({ graph, seeds }) => {
        const out = graph.out.map((links) => links.map(({ to }) => ({ to, alpha: 0 })))
        const unscored = { graph: { ...graph, out }, seeds }
        const crawl = new DrivenCrawl(unscored, { name: 'opic' })
        do {
          const expected = opicEstimates(crawl.known, evenly)
          const estimates = crawl.estimates()
          expect([...estimates.keys()]).toEqual([...expected.keys()])
          for (const [node, estimate] of estimates) {
            expect(Math.abs(estimate - expected.get(node)!)).toBeLessThan(1e-9)
          }
        } while (crawl.step() !== undefined)
      }),
      { numRuns: 50 },
    )
  })
})

describe('4: a regression', () => {
  test.each(SUM_NAMES)('on %s alone crawls as that sum does after a positive example', (name) => {
    let compared = 0
    fc.assert(
      fc.property(startArbitrary, (start) => {
        const alone = new RegressionAlone(start, name)
        let isTaught = false
        for (let node = alone.best(); node !== undefined; node = alone.best()) {
          const best = bestOf(referenceEstimates(name, alone.known))
          expect(node).toBe(isTaught ? best : node)
          compared += Number(isTaught)
          const sum = SUMS[name](latestMoment(alone.known), node)
          isTaught ||= sum > 0 && betaOf(start.graph, node) > 0
          alone.crawl(node)
        }
      }),
      { numRuns: 50 },
    )
    expect(compared).toBeGreaterThan(100)
  })

  test('with nothing to go by but the number of links crawls as that number does', () => {
    // Only pages that lead nowhere have a score, so that all sums but the first are 0.
    const leafScores = startArbitrary.map(({ graph, seeds }) => ({
      graph: {
        ...graph,
        beta: graph.beta.map((beta, node) => (graph.out[node]!.length > 0 ? 0 : 1 + beta)),
        out: graph.out.map((links) => links.map(({ to }) => ({ to, alpha: 0 }))),
      },
      seeds,
    }))
    let compared = 0
    fc.assert(
      fc.property(leafScores, (start) => {
        const crawl = new DrivenCrawl(start, { name: 'lr_fl' })
        let isTaught = false
        for (;;) {
          const best = bestOf(referenceEstimates('fl_deg', crawl.known))
          const next = crawl.step()
          if (next === undefined) return
          expect(next.node).toBe(isTaught ? best : next.node)
          compared += Number(isTaught)
          isTaught ||= betaOf(start.graph, next.node) > 0
        }
      }),
      { numRuns: 200 },
    )
    expect(compared).toBeGreaterThan(100)
  })
})

describe('8: the second level', () => {
  test('is every 1,000 steps what it would be from the beginning (rng seed 4021)', () => {
    const arms = ['sl_n', 'sl_e', 'sl_ne'] as const
    const start = { graph: largeGraph(4021), seeds: [0, 17, 33] }
    const crawl = new DrivenCrawl(start, { name: 'mab_epsilon', epsilon: 1, arms: [...arms] })
    for (let thousands = 1; thousands <= 5; thousands++) {
      crawl.run(1000)
      expect(crawl.crawled.length).toBe(1000 * thousands)
      for (const arm of crawl.ranker.arms) expect(differences(crawl, arm)).toEqual([])
    }
  })
})

describe('9: the first step of the oracle', () => {
  test.each<PolicyName>([...ESTIMATORS, ...BANDITS])('is as good as that of %s', (name) => {
    fc.assert(
      fc.property(startArbitrary, fc.constantFrom(...TIES), fc.nat(), (start, ties, randomSeed) => {
        fc.pre(frontierOf(start).length > 0)
        const options = { ties, randomSeed }
        const [best] = new DrivenCrawl(start, { name: 'oracle' }, options).run(1).crawled
        const [node] = new DrivenCrawl(start, { name }, options).run(1).crawled
        expect(betaOf(start.graph, node!)).toBeLessThanOrEqual(betaOf(start.graph, best!))
      }),
      { numRuns: 50 },
    )
  })
})

/** The product's regression on one of its features, which no policy asks for. */
class RegressionAlone {
  known: Known
  readonly #regression: Regression<string>
  /** Nodes in order of discovery, as ids are; seeds have none. */
  readonly #nodes: number[] = []

  constructor(start: Known, name: keyof typeof SUMS) {
    this.known = start
    const queue = new Queue({
      hostOf: () => 0 as HostId,
      tieBefore: (a, b) => a < b,
      doublePrecision: true,
    })
    const read = (id: NodeId, into: Float64Array) => {
      into[0] = SUMS[name](latestMoment(this.known), this.#nodes[id]!)
    }
    this.#regression = new Regression(queue, { names: [name], read }, RLS_C)
    this.#discover()
  }

  best(): number | undefined {
    this.#regression.refresh()
    const id = this.#regression.queue.best()
    return id === undefined ? undefined : this.#nodes[id]
  }

  crawl(node: number): void {
    const id = this.#nodes.indexOf(node) as NodeId
    const example = this.#regression.example(id)
    this.#regression.queue.remove(id)
    this.#regression.learn(example, betaOf(this.known.graph, node))
    this.known = { ...this.known, crawled: [...this.known.crawled, node] }
    this.#discover()
  }

  #discover(): void {
    const { queue } = this.#regression
    const wasEmpty = queue.best() === undefined
    for (const node of frontierOf(this.known)) {
      if (this.#nodes.includes(node)) continue
      const id = (this.#nodes.push(node) - 1) as NodeId
      queue.insert(id, 0)
      this.#regression.added(id)
    }
    if (wasEmpty && frontierOf(this.known).length > 0) queue.open(0 as HostId)
  }
}
