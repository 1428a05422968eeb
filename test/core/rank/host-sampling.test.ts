import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { log1p } from '../../../src/lib/logarithm.ts'
import { DrivenCrawl } from './driven-crawl.ts'
import { isBest } from './agreement.ts'
import { SUMS } from './reference/estimates.ts'
import { hostSamples, NEW } from './reference/host-sampling.ts'
import { betaOf, frontierOf, type Known, type ReferenceGraph } from './reference/known.ts'
import { latestMoment } from './reference/moment.ts'
import { startArbitrary } from './reference/random-graph.ts'

/** Sums are made in another order. */
const TOLERANCE = 1e-9

function driven(start: Pick<Known, 'graph' | 'seeds'>, hosts: number, hostPages: number) {
  const policy = { name: 'd3ts', hostPages } as const
  return new DrivenCrawl(start, policy, { hosts, randomSeed: 9 })
}

/** The formula, from all that was crawled so far. */
function expected(crawl: DrivenCrawl, hosts: number, hostPages: number): Map<number, number> {
  const { known } = crawl
  const host = (node: number) => crawl.id(node) % hosts
  const pages = known.crawled.map((node) => ({
    host: host(node),
    score: betaOf(known.graph, node),
  }))
  const samples = hostSamples(pages, { hostPages, randomSeed: 9 })
  const moment = latestMoment(known)
  return new Map(
    frontierOf(known).map((node) => {
      const sample = samples.get(host(node)) ?? samples.get(NEW)!
      return [node, sample + log1p(SUMS.fl_ne(moment, node))]
    }),
  )
}

function expectFormula(start: Pick<Known, 'graph' | 'seeds'>, hosts: number, hostPages: number) {
  const crawl = driven(start, hosts, hostPages)
  for (;;) {
    const choice = crawl.choose()
    const wanted = expected(crawl, hosts, hostPages)
    const estimates = crawl.estimates()
    expect([...estimates.keys()]).toEqual([...wanted.keys()])
    for (const [node, estimate] of estimates) {
      expect(Math.abs(estimate - wanted.get(node)!)).toBeLessThan(TOLERANCE)
    }
    if (choice === undefined) break
    expect(isBest(crawl.node(choice.node), wanted, TOLERANCE)).toBe(true)
    expect(choice.estimate).toBe(crawl.ranker.arms[0]!.queue.value(choice.node))
    crawl.follow(choice)
  }
  expect(crawl.frontier()).toEqual([])
}

describe('d3ts', () => {
  test('takes the best by its formula at each step, of however many hosts', () => {
    fc.assert(
      fc.property(
        startArbitrary,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 6 }),
        expectFormula,
      ),
      { numRuns: 60 },
    )
  })

  test.each<[string, ReferenceGraph]>([
    ['one node', { nodeCount: 1, beta: [1], out: [[]] }],
    ['no links', { nodeCount: 3, beta: [1, 0, 2], out: [[], [], []] }],
    ['no scores', chain([0, 0, 0, 0, 0, 0, 0, 0])],
    ['equal scores', chain([1, 1, 1, 1, 1, 1, 1, 1])],
    [
      'a host cut off',
      { nodeCount: 4, beta: [1, 1, 1, 1], out: [[{ to: 1, alpha: 0 }], [], [], []] },
    ],
  ])('does so on a graph of %s', (_, graph) => {
    for (const hosts of [1, 2, 8]) {
      expect(() => expectFormula({ graph, seeds: [0] }, hosts, 2)).not.toThrow()
    }
  })

  test('leaves a host that has run dry', () => {
    // A seed links to all. Ids are in this order: even ones are on the rich host, which is rich for 20 pages.
    const count = 160
    const beta = Array.from({ length: count }, (_, id) => (id % 2 === 1 ? 0.5 : id <= 40 ? 3 : 0))
    const out = beta.map((_, id) =>
      id > 0 ? [] : beta.slice(1).map((__, i) => ({ to: i + 1, alpha: 0 })),
    )
    const graph = { nodeCount: count, beta, out }
    const ofRichHost = (hostPages: number, from: number, to: number) => {
      const { crawled } = driven({ graph, seeds: [0] }, 2, hostPages).run(100)
      return crawled.slice(from, to).filter((node) => node % 2 === 0).length
    }
    expect(ofRichHost(10, 0, 25)).toBeGreaterThan(15)
    expect(ofRichHost(10, 60, 100)).toBeLessThan(20)
    expect(ofRichHost(1_000_000, 60, 100)).toBeGreaterThan(20)
  })

  test('learns from a page that could not be read, and from none that was not chosen', () => {
    const graph = chain([2, 1, 1, 1, 1, 1])
    const crawl = driven({ graph, seeds: [0] }, 2, 10)
    const [arm] = crawl.ranker.arms
    expect(arm!.terms(crawl.id(1))).toEqual({ hostSample: 0, fl_ne: 0 })
    crawl.step()
    const id = crawl.choose()!.node
    const sample = () => arm!.queue.weight(arm!.queue.groupOf((id % 2) as never))
    const before = sample()
    crawl.ranker.withdraw(id)
    crawl.ranker.failed(id)
    expect(sample()).not.toBe(before)
  })
})

/** Each node links to the next three. */
function chain(beta: number[]): ReferenceGraph {
  const out = beta.map((_, node) =>
    [1, 2, 3].map((ahead) => ({ to: node + ahead, alpha: 0 })).filter(({ to }) => to < beta.length),
  )
  return { nodeCount: beta.length, beta, out }
}
