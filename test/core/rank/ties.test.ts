import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ESTIMATOR_NAMES } from './reference/estimates.ts'
import { TIES, type Ties } from '../../../src/core/rank/ties.ts'
import { expectedEstimates, toleranceOf } from './agreement.ts'
import { chiSquare } from './chi-square.ts'
import { DrivenCrawl } from './driven-crawl.ts'
import type { Known, ReferenceGraph } from './reference/known.ts'
import { knownArbitrary, startArbitrary } from './reference/random-graph.ts'

/** The estimators whose ties are the same ties in the reference. */
const EXACT = ESTIMATOR_NAMES.filter((name) => toleranceOf(name) === 0)

/** What the policy would choose after a crawl, and the nodes with the highest estimate. */
function nextOf(known: Known, name: (typeof EXACT)[number], ties: Ties, randomSeed = 5) {
  const crawl = new DrivenCrawl(known, { name }, { ties, randomSeed })
  for (const node of known.crawled) crawl.force(node)
  const choice = crawl.choose()
  const estimates = expectedEstimates(name, known)
  const highest = Math.max(...estimates.values())
  const best = [...estimates.keys()].filter((node) => estimates.get(node) === highest)
  return { chosen: choice && crawl.node(choice.node), best }
}

describe.each(EXACT)('among nodes with the same estimate by %s', (name) => {
  test('first in first out takes the one discovered first', () => {
    fc.assert(
      fc.property(knownArbitrary, (known) => {
        const { chosen, best } = nextOf(known, name, 'fifo')
        expect(chosen).toBe(best[0])
      }),
    )
  })

  test('last in first out takes the one discovered last', () => {
    fc.assert(
      fc.property(knownArbitrary, (known) => {
        const { chosen, best } = nextOf(known, name, 'lifo')
        expect(chosen).toBe(best.at(-1))
      }),
    )
  })

  test('chance takes one of them', () => {
    fc.assert(
      fc.property(knownArbitrary, fc.nat(), (known, randomSeed) => {
        const { chosen, best } = nextOf(known, name, 'random', randomSeed)
        expect(best.length === 0 ? [undefined] : best).toContain(chosen)
      }),
    )
  })
})

describe.each(TIES)('with ties broken by %s', (ties) => {
  test('a crawl is the same on however many hosts', () => {
    fc.assert(
      fc.property(startArbitrary, fc.integer({ min: 2, max: 6 }), (start, hosts) => {
        const steps = start.graph.nodeCount
        const one = new DrivenCrawl(start, { name: 'fl_e' }, { ties }).run(steps)
        const many = new DrivenCrawl(start, { name: 'fl_e' }, { ties, hosts }).run(steps)
        expect(many.crawled).toEqual(one.crawled)
      }),
    )
  })

  test('the choice of any estimator has the highest key of its queue', () => {
    fc.assert(
      fc.property(knownArbitrary, fc.constantFrom(...ESTIMATOR_NAMES), (known, name) => {
        const crawl = new DrivenCrawl(known, { name }, { ties })
        for (const node of known.crawled) crawl.force(node)
        const choice = crawl.choose()
        if (choice === undefined) return
        const { queue } = crawl.ranker.arms[0]!
        const keys = crawl.frontier().map((node) => queue.value(crawl.id(node)))
        expect(queue.value(choice.node)).toBe(Math.max(...keys))
      }),
    )
  })
})

describe('chance', () => {
  test('depends on the seed alone: the same seed gives the same crawl', () => {
    fc.assert(
      fc.property(startArbitrary, fc.nat(), (start, randomSeed) => {
        const crawls = [1, 2].map(() =>
          new DrivenCrawl(start, { name: 'fl_e' }, { ties: 'random', randomSeed }).run(60),
        )
        expect(crawls[1]!.crawled).toEqual(crawls[0]!.crawled)
      }),
    )
  })

  test('takes each of ten equals as often, over 10,000 seeds', () => {
    const counts = Array.from({ length: 10 }, () => 0)
    for (let randomSeed = 0; randomSeed < 10_000; randomSeed++) {
      const crawl = new DrivenCrawl(STAR, { name: 'fl_n' }, { ties: 'random', randomSeed })
      counts[crawl.step()!.node - 1]!++
    }
    expect(chiSquare(counts)).toBeLessThan(HIGH_OF_9)
  })

  test('takes each of the rest as often once the first is gone, over 10,000 seeds', () => {
    const counts = Array.from({ length: 9 }, () => 0)
    for (let randomSeed = 0; randomSeed < 10_000; randomSeed++) {
      const crawl = new DrivenCrawl(STAR, { name: 'fl_n' }, { ties: 'random', randomSeed })
      const { crawled } = crawl.run(2)
      counts[(crawled[1]! - crawled[0]! + 9) % 10]!++
    }
    expect(chiSquare(counts)).toBeLessThan(HIGH_OF_8)
  })
})

/** Chi-square of 9 and 8 degrees of freedom stays below these but for one time in a thousand. */
const HIGH_OF_9 = 27.9
const HIGH_OF_8 = 26.1

/** A page with links to ten others, all alike. */
const LEAVES = Array.from({ length: 10 }, (_, leaf) => leaf + 1)
const STAR: { graph: ReferenceGraph; seeds: number[] } = {
  graph: {
    nodeCount: 11,
    beta: Array.from({ length: 11 }, () => 1),
    out: [LEAVES.map((to) => ({ to, alpha: 0 })), ...LEAVES.map(() => [])],
  },
  seeds: [0],
}
