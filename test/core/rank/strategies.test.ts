import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ESTIMATOR_NAMES } from './reference/estimates.ts'
import { expectedEstimates, toleranceOf } from './agreement.ts'
import { chiSquare } from './chi-square.ts'
import { DrivenCrawl } from './driven-crawl.ts'
import type { Known, ReferenceGraph } from './reference/known.ts'
import { knownArbitrary, largeGraph, startArbitrary } from './reference/random-graph.ts'

const estimator = fc.constantFrom(...ESTIMATOR_NAMES)
const EXACT = ESTIMATOR_NAMES.filter((name) => toleranceOf(name) === 0)
const exact = fc.constantFrom(...EXACT)

describe('altered greedy', () => {
  const zeta = fc.constantFrom(0.2, 0.4, 0.6, 0.8, 1)

  test('without greed takes any node close enough to the best, and no other', () => {
    fc.assert(
      fc.property(knownArbitrary, estimator, zeta, fc.nat(), (known, name, share, randomSeed) => {
        const crawl = after(known, { name, greed: 0, zeta: share }, { randomSeed })
        crawl.ranker.prepare()
        const estimates = crawl.estimates()
        const best = Math.max(...estimates.values())
        const above = (least: number) =>
          [...estimates.keys()].filter((node) => estimates.get(node)! >= least)
        const picked = picksOf(crawl, 40 * estimates.size).nodes
        // Rounding may decide about a node that is just close enough, and about no other.
        for (const node of above(share * best + 1e-12)) expect(picked).toContain(node)
        const close = above(Math.min(share * best - 1e-5, best))
        for (const node of picked) expect(close).toContain(node)
      }),
      { numRuns: 60 },
    )
  })

  test('takes the best where no node is close to it, as when all estimates are negative', () => {
    const crawl = new DrivenCrawl(negativeAfterTwo(), { name: 'lr_fl', greed: 0, zeta: 0.5 })
    crawl.force(1)
    crawl.force(2)
    crawl.ranker.prepare()
    const estimates = crawl.estimates()
    const best = Math.max(...estimates.values())
    expect(best).toBeLessThan(0)
    const { nodes } = picksOf(crawl, 50)
    expect([...nodes].map((node) => estimates.get(node))).toEqual([best])
  })

  test('with ζ at 0 takes any node', () => {
    fc.assert(
      fc.property(knownArbitrary, estimator, fc.nat(), (known, name, randomSeed) => {
        const crawl = after(known, { name, greed: 0, zeta: 0 }, { randomSeed })
        const { nodes } = picksOf(crawl, 40 * crawl.frontier().length)
        expect(nodes).toEqual(new Set(crawl.frontier()))
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    [0, 1, 12],
    [0, 5, 12],
    [0.5, 1, 10],
    [0.5, 5, 10],
  ])(
    'takes each of those close enough as often (ζ %d, hosts %d, random seed 3)',
    (zetaOfBest, hosts, close) => {
      const policy = { name: 'fl_e' as const, greed: 0, zeta: zetaOfBest }
      const crawl = new DrivenCrawl(gradedStar(12), policy, { randomSeed: 3, hosts })
      const { counts } = picksOf(crawl, 1000 * close)
      expect(counts.size).toBe(close)
      expect(chiSquare([...counts.values()])).toBeLessThan(HIGH_OF_11)
    },
  )

  test.each([0.2, 0.4, 0.6, 0.8])(
    'takes the best as often as it is told to, %d of the time (10,000 choices, random seed 3)',
    (greed) => {
      const policy = { name: 'fl_e' as const, greed, zeta: 0.5 }
      const crawl = new DrivenCrawl(gradedStar(12), policy, { randomSeed: 3 })
      const { best } = picksOf(crawl, 10_000)
      // Four standard deviations.
      const margin = 4 * Math.sqrt(10_000 * greed * (1 - greed))
      expect(Math.abs(best - 10_000 * greed)).toBeLessThan(margin)
    },
  )

  test('with all its greed crawls as greedy does', () => {
    fc.assert(
      fc.property(startArbitrary, estimator, (start, name) => {
        const greedy = new DrivenCrawl(start, { name }).run(60)
        const altered = new DrivenCrawl(start, { name, greed: 1, zeta: 0.4 }).run(60)
        expect(altered.crawled).toEqual(greedy.crawled)
      }),
    )
  })
})

describe('a batch', () => {
  test('of one is greedy', () => {
    fc.assert(
      fc.property(startArbitrary, estimator, (start, name) => {
        const greedy = new DrivenCrawl(start, { name }).run(60)
        expect(new DrivenCrawl(start, { name, batch: 1 }).run(60).crawled).toEqual(greedy.crawled)
      }),
    )
  })

  test('that may shrink is what the frontier has, and the next one is scored anew', () => {
    const size = fc.integer({ min: 2, max: 40 })
    fc.assert(
      fc.property(startArbitrary, exact, size, (start, name, batch) => {
        const crawl = new DrivenCrawl(start, { name, batch, shortBatch: 'shrink' })
        for (;;) {
          const estimates = expectedEstimates(name, crawl.known)
          const scored = [...estimates.keys()]
            .toSorted((a, b) => estimates.get(b)! - estimates.get(a)!)
            .slice(0, batch)
          for (const node of scored) expect(crawl.step()!.node).toBe(node)
          if (scored.length > 0) continue
          expect(crawl.choose()).toBeUndefined()
          return
        }
      }),
    )
  })

  test('is the best of one scoring, in order, then any that were discovered since', () => {
    const size = fc.integer({ min: 2, max: 40 })
    fc.assert(
      fc.property(startArbitrary, exact, size, fc.nat(), (start, name, batch, randomSeed) => {
        const crawl = new DrivenCrawl(start, { name, batch }, { randomSeed })
        for (;;) {
          const estimates = expectedEstimates(name, crawl.known)
          const scored = [...estimates.keys()]
            .toSorted((a, b) => estimates.get(b)! - estimates.get(a)!)
            .slice(0, batch)
          for (const [place, node] of scored.entries()) {
            const next = crawl.step()!
            expect(next.node).toBe(node)
            expect(next.choice.pick).toBe(place === 0 ? 'best' : 'batch')
            expect(next.choice.estimate).toBe(estimates.get(node))
          }
          for (let left = batch - scored.length; left > 0; left--) {
            const choice = crawl.choose()
            if (choice === undefined) return
            expect(choice.pick).toBe('random')
            expect(estimates.has(crawl.node(choice.node))).toBe(false)
            crawl.follow(choice)
          }
          if (crawl.frontier().length === 0) return
        }
      }),
    )
  })

  test('beyond what was scored takes any with the same chance (10,000 crawls)', () => {
    const counts = Array.from({ length: 10 }, () => 0)
    for (let randomSeed = 0; randomSeed < 10_000; randomSeed++) {
      const crawl = new DrivenCrawl(STALK, { name: 'fl_e', batch: 3 }, { randomSeed })
      counts[crawl.run(2).crawled[1]! - 2]!++
    }
    expect(chiSquare(counts)).toBeLessThan(HIGH_OF_11)
  })

  test.each([
    { seeds: 1, size: 'smaller than 100' },
    { seeds: 19, size: 'from 100 to 127' },
    { seeds: 22, size: 'from 128 to 1023' },
    { seeds: 500, size: '1024 or more' },
  ])(
    'of 128 and of 1024 crawl the same 100 nodes (first frontier $size)',
    ({ seeds: count, size }) => {
      const seeds = Array.from({ length: count }, (_, i) => 5999 - i)
      const start = { graph: largeGraph(7), seeds }
      for (const name of ['oracle', 'fl_e', 'fl_n', 'sl_n', 'lr_fl', 'bfs'] as const) {
        const crawls = [128, 1024].map((batch) => new DrivenCrawl(start, { name, batch }))
        expect(sizeName(crawls[0]!.frontier().length)).toBe(size)
        const [few, many] = crawls.map((crawl) => crawl.run(100).crawled)
        expect(few).toHaveLength(100)
        expect(few).toEqual(many)
      }
    },
  )

  test('is asked of the frontier again once it is used up', () => {
    const crawl = new DrivenCrawl(
      { graph: largeGraph(7), seeds: [5999] },
      { name: 'fl_e', batch: 8 },
    )
    const picks = Array.from({ length: 80 }, () => crawl.step()!.choice.pick)
    for (const [step, pick] of picks.entries()) expect(pick === 'best').toBe(step % 8 === 0)
  })

  test('gives each of its nodes the reason for which its arm was played', () => {
    const policy = { name: 'mab_epsilon_first' as const, epsilon: 0.1, batch: 2 }
    const crawl = new DrivenCrawl(gradedStar(4), policy, { budget: 10 })
    const [first, second] = [crawl.step()!.choice, crawl.step()!.choice]
    expect([first.pick, second.pick]).toEqual(['best', 'batch'])
    expect([second.arm, second.motive]).toEqual([first.arm, first.motive])
  })
})

describe('a choice asked for twice', () => {
  test('is the same choice', () => {
    const share = fc.constantFrom(0, 0.5, 1)
    fc.assert(
      fc.property(knownArbitrary, estimator, share, share, (known, name, greed, zeta) => {
        const crawl = after(known, { name, greed, zeta })
        const choice = crawl.choose()
        expect(crawl.ranker.choose()).toEqual(choice)
        expect(crawl.choose()).toEqual(choice)
      }),
    )
  })

  test('is the same choice of a bandit', () => {
    const bandit = fc.constantFrom('mab_epsilon', 'mab_epsilon_first', 'mab_var')
    fc.assert(
      fc.property(knownArbitrary, bandit, fc.nat(), (known, name, randomSeed) => {
        const crawl = after(known, { name, epsilon: 0.5, greed: 0.5 }, { randomSeed })
        const choice = crawl.choose()
        expect(crawl.ranker.choose()).toEqual(choice)
        expect(crawl.choose()).toEqual(choice)
      }),
    )
  })

  test('is the same batch, though it is all that a host has', () => {
    const crawl = new DrivenCrawl(gradedStar(3), { name: 'fl_e', batch: 3 })
    const choice = crawl.choose()
    expect(choice?.batch).toHaveLength(2)
    expect(crawl.ranker.choose()).toEqual(choice)
  })
})

/** What a policy chooses, asked over and over without anything being crawled. */
function picksOf(crawl: DrivenCrawl, times: number) {
  const counts = new Map<number, number>()
  let best = 0
  for (let i = 0; i < times; i++) {
    const choice = crawl.choose()!
    const node = crawl.node(choice.node)
    counts.set(node, (counts.get(node) ?? 0) + 1)
    if (choice.pick === 'best') best++
    // Moves on to the next step, so that chance says something else.
    crawl.ranker.selector.reward(choice.arm, 0)
  }
  return { counts, nodes: new Set(counts.keys()), best }
}

function after(known: Known, ...[policy, options]: PolicyAndOptions): DrivenCrawl {
  const crawl = new DrivenCrawl(known, policy, options)
  for (const node of known.crawled) crawl.force(node)
  return crawl
}

type PolicyAndOptions =
  ConstructorParameters<typeof DrivenCrawl> extends [unknown, ...infer Rest] ? Rest : never

function sizeName(size: number): string {
  if (size < 100) return 'smaller than 100'
  if (size < 128) return 'from 100 to 127'
  return size < 1024 ? 'from 128 to 1023' : '1024 or more'
}

/** Chi-square of 11 degrees of freedom or fewer stays below this but for one time in a thousand. */
const HIGH_OF_11 = 31.3

/** A page with links of rising promise: by `fl_e` all but the first two are half as good as the best. */
function gradedStar(leaves: number): { graph: ReferenceGraph; seeds: number[] } {
  const targets = Array.from({ length: leaves }, (_, i) => i + 1)
  return {
    graph: {
      nodeCount: leaves + 1,
      beta: Array.from({ length: leaves + 1 }, () => 1),
      out: [
        targets.map((to) => ({ to, alpha: Math.expm1(to <= 2 ? 0.4 : 0.9 + to / 100) })),
        ...targets.map(() => []),
      ],
    },
    seeds: [0],
  }
}

/** A page that leads to one more, which leads to ten. */
const STALK: { graph: ReferenceGraph; seeds: number[] } = {
  graph: {
    nodeCount: 12,
    beta: Array.from({ length: 12 }, () => 1),
    out: Array.from({ length: 12 }, (_, node) => {
      if (node === 0) return [{ to: 1, alpha: 0 }]
      return node === 1 ? Array.from({ length: 10 }, (__, i) => ({ to: i + 2, alpha: i / 10 })) : []
    }),
  },
  seeds: [0],
}

/** Two examples teach that the more is promised the less is found. */
function negativeAfterTwo(): { graph: ReferenceGraph; seeds: number[] } {
  return {
    graph: {
      nodeCount: 5,
      beta: [0, 3, 0, 0, 0],
      out: [
        [
          { to: 1, alpha: 0 },
          { to: 2, alpha: 3 },
          { to: 3, alpha: 20 },
          { to: 4, alpha: 30 },
        ],
        [],
        [],
        [],
        [],
      ],
    },
    seeds: [0],
  }
}
