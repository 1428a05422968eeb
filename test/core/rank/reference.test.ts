import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draw } from '../../../src/lib/draw.ts'
import { banditCrawl, type Randomness } from './reference/bandit-crawl.ts'
import { mabEps, mabFirst, mabVar, type Game } from './reference/bandits.ts'
import { bfsDistances } from './reference/bfs.ts'
import {
  ESTIMATOR_NAMES,
  referenceEstimates,
  SUMS,
  type Estimator,
  type EstimatorName,
} from './reference/estimates.ts'
import { golden, goldenAfter } from './reference/golden-graph.ts'
import { bestOf, greedyCrawl, greedyCrawlBy } from './reference/greedy-crawl.ts'
import { betaOf, frontierOf, type Known } from './reference/known.ts'
import { nr1 } from './reference/navigational-rank.ts'
import { evenly, opicEstimates, opicLedger } from './reference/opic.ts'
import {
  graphArbitrary,
  knownArbitrary,
  largeGraph,
  randomGraph,
  startArbitrary,
} from './reference/random-graph.ts'
import { examplesOf, LR_FL, LR_SL, lrEstimates, lrWeights } from './reference/regression.ts'
import { ridge } from './reference/ridge.ts'
import { rls } from './reference/rls.ts'
import { log1p } from '../../../src/lib/logarithm.ts'

const SUM_NAMES = Object.keys(SUMS) as (keyof typeof SUMS)[]
/** What the golden vectors are printed with. */
const DIGITS = 6

describe('the golden graph, after s, a and b', () => {
  const known = goldenAfter('a', 'b')

  test('has c, d and e on its frontier, in the order they were discovered', () => {
    expect(frontierOf(known)).toEqual([golden('c'), golden('d'), golden('e')])
  })

  test.each<[EstimatorName, number, number, number]>([
    ['fl_deg', 2, 2, 1],
    ['fl_n', 1.791759, Math.LN2, 0],
    ['fl_e', 1.098612, 0, 0],
    ['fl_ne', 0.7615, 0, 0],
    ['sl_n', Math.LN2, 0, 0],
    ['sl_e', Math.LN2, 0, 0],
    ['sl_ne', 0.480453, 0, 0],
    ['lr_fl', 0.823182, 0.001291, 0.000539],
    ['opic', 0.6, 0.3, 0.3],
    ['nr', 0.093911, 0.043322, 0],
    ['bfs', 1 / 2, 1 / 3, 1 / 3],
    ['oracle', Math.log(4), 0, Math.log(2)],
  ])('has the printed estimates by %s', (name, c, d, e) => {
    const estimates = referenceEstimates(name, known)
    expect(estimates.size).toBe(3)
    expect(estimates.get(golden('c'))).toBeCloseTo(c, DIGITS)
    expect(estimates.get(golden('d'))).toBeCloseTo(d, DIGITS)
    expect(estimates.get(golden('e'))).toBeCloseTo(e, DIGITS)
  })

  test('has c one link away from the seed, d and e two', () => {
    const distances = bfsDistances(known)
    expect([golden('c'), golden('d'), golden('e')].map((node) => distances.get(node))).toEqual([
      1, 2, 2,
    ])
  })

  test('has the printed regression weights, after a and after b', () => {
    const afterA = lrWeights(LR_FL, goldenAfter('a'))
    for (const [i, weight] of [0.294977, 0.315459, 0.224096, 0.240938].entries()) {
      expect(afterA[i]).toBeCloseTo(weight, DIGITS)
    }
    const afterB = lrWeights(LR_FL, known)
    for (const [i, weight] of [0.000777, 0.000831, 0.608503, 0.654236].entries()) {
      expect(afterB[i]).toBeCloseTo(weight, DIGITS)
    }
  })

  test('has the printed cash, history and total of OPIC', () => {
    const { cash, history, total } = opicLedger(known)
    expect([golden('c'), golden('d'), golden('e')].map((node) => cash.get(node))).toEqual([
      3, 1.5, 1.5,
    ])
    expect([golden('s'), golden('a'), golden('b')].map((node) => history.get(node))).toEqual([
      1, 2, 1,
    ])
    expect(total).toBe(4)
  })

  test('has the printed NR1, which is 0 but for s and a', () => {
    const [s, a, ...others] = nr1(known)
    expect(s).toBeCloseTo(0.607068, DIGITS)
    expect(a).toBeCloseTo(0.346574, DIGITS)
    expect(others).toEqual([0, 0, 0, 0])
  })
})

describe('regression', () => {
  test.each([
    ['lr_fl', LR_FL],
    ['lr_sl', LR_SL],
  ] as const)('recursive least squares reach the batch solution of %s', (_, features) => {
    fc.assert(
      fc.property(knownArbitrary, (known) => {
        const examples = examplesOf(features, known)
        const recursive = rls(examples, features.length)
        for (const [i, weight] of ridge(examples, features.length).entries()) {
          expect(recursive[i]).toBeCloseTo(weight, 8)
        }
      }),
    )
  })

  test('an example has the features its node had when the crawl had come just before it', () => {
    fc.assert(
      fc.property(knownArbitrary, (known) => {
        for (const [step, { x, y }] of examplesOf(LR_SL, known).entries()) {
          const node = known.crawled[step]!
          const before = { ...known, crawled: known.crawled.slice(0, step) }
          const sums = SUM_NAMES.map((name) => referenceEstimates(name, before).get(node)!)
          expect(x).toEqual(sums.map(log1p))
          expect(y).toBe(betaOf(known.graph, node))
        }
      }),
    )
  })

  test.each(SUM_NAMES)(
    'on %s alone crawls as that sum does once a positive example was seen',
    (name) => {
      let compared = 0
      fc.assert(
        fc.property(startArbitrary, (start) => {
          const { graph, seeds } = start
          const alone: Estimator = (known) => lrEstimates([SUMS[name]], known)
          const crawled = greedyCrawlBy(alone, graph, seeds, graph.nodeCount)
          const examples = examplesOf([SUMS[name]], { ...start, crawled })
          const first = examples.findIndex(({ x, y }) => x[0]! > 0 && y > 0)
          if (first === -1) return
          for (let step = first + 1; step < crawled.length; step++) {
            const known = { ...start, crawled: crawled.slice(0, step) }
            expect(crawled[step]).toBe(bestOf(referenceEstimates(name, known)))
            compared++
          }
        }),
      )
      expect(compared).toBeGreaterThan(100)
    },
  )
})

describe('a crawl', () => {
  test.each(ESTIMATOR_NAMES)('by %s takes all that can be reached, each node once', (name) => {
    fc.assert(
      fc.property(startArbitrary, ({ graph, seeds }) => {
        const crawled = greedyCrawl(name, graph, seeds, graph.nodeCount)
        expect(new Set([...seeds, ...crawled]).size).toBe(seeds.length + crawled.length)
        expect(frontierOf({ graph, seeds, crawled })).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  test('breaks ties by the order of discovery', () => {
    fc.assert(
      fc.property(knownArbitrary, (known) => {
        const flat = new Map(frontierOf(known).map((node) => [node, 1]))
        expect(bestOf(flat)).toBe(frontierOf(known)[0])
      }),
    )
  })

  test.each(SUM_NAMES)('by %s is the same with and without smoothing', (name) => {
    const smoothed: Estimator = (known) =>
      new Map([...referenceEstimates(name, known)].map(([node, x]) => [node, log1p(x)]))
    fc.assert(
      fc.property(startArbitrary, ({ graph, seeds }) => {
        expect(greedyCrawlBy(smoothed, graph, seeds, graph.nodeCount)).toEqual(
          greedyCrawl(name, graph, seeds, graph.nodeCount),
        )
      }),
    )
  })

  test('by OPIC splits evenly where no link has a score', () => {
    const unscored = startArbitrary.map(({ graph, seeds }) => ({
      graph: { ...graph, out: graph.out.map((links) => links.map(({ to }) => ({ to, alpha: 0 }))) },
      seeds,
    }))
    const opic0: Estimator = (known) => opicEstimates(known, evenly)
    fc.assert(
      fc.property(unscored, ({ graph, seeds }) => {
        const crawled = greedyCrawl('opic', graph, seeds, graph.nodeCount)
        expect(greedyCrawlBy(opic0, graph, seeds, graph.nodeCount)).toEqual(crawled)
        const half = { graph, seeds, crawled: crawled.slice(0, crawled.length / 2) }
        expect(referenceEstimates('opic', half)).toEqual(opic0(half))
      }),
    )
  })
})

describe('the first step', () => {
  const randomness = (rngSeed: number): Randomness => {
    let drawn = 0
    return {
      uniform: (k) => draw(rngSeed, drawn++) % k,
      chance: () => draw(rngSeed, drawn++) / 2 ** 32,
    }
  }

  test('of the oracle is as good as that of any estimator', () => {
    fc.assert(
      fc.property(startArbitrary, (start) => {
        fc.pre(frontierOf(start).length > 0)
        const best = firstScore('oracle', start)
        for (const name of ESTIMATOR_NAMES) {
          expect(firstScore(name, start)).toBeLessThanOrEqual(best)
        }
      }),
    )
  })

  test.each<[string, (game: Game) => number[]]>([
    ['mab_eps', (game) => mabEps(game)],
    ['mab_first', (game) => mabFirst(game, 0.1, 100)],
    ['mab_var', (game) => mabVar(game, 0.2, 200)],
  ])('of the oracle is as good as that of %s', (_, bandit) => {
    fc.assert(
      fc.property(startArbitrary, fc.nat(), (start, rngSeed) => {
        fc.pre(frontierOf(start).length > 0)
        const [node] = banditCrawl(bandit, start, 1, randomness(rngSeed))
        expect(betaOf(start.graph, node!)).toBeLessThanOrEqual(firstScore('oracle', start))
      }),
    )
  })

  function firstScore(name: EstimatorName, { graph, seeds }: Known): number {
    return betaOf(graph, greedyCrawl(name, graph, seeds, 1)[0]!)
  }
})

describe('a bandit', () => {
  interface Rules {
    steps: number
    /** The arms to explore, in turn, over and over. */
    explored: number[]
    reward: Game['reward']
  }

  /** Chance says to explore at every tenth step; the steps that did are in `explorations`. */
  function gameOf({ steps, explored, reward }: Rules) {
    const explorations: number[] = []
    let step = 0
    const game: Game = {
      arms: 3,
      steps,
      reward: (t, arm) => {
        step = t + 1
        return reward(t, arm)
      },
      uniform: () => explored[(explorations.push(step) - 1) % explored.length]!,
      chance: () => (step % 10 === 0 ? 0.95 : 0.05),
    }
    return { game, explorations }
  }

  test('of the kind mab_eps plays the best arm but where chance says to explore', () => {
    const { game, explorations } = gameOf({
      steps: 23,
      explored: [1, 0, 2],
      reward: (_, arm) => arm,
    })
    const played = [1, ...times(9, 1), 0, ...times(9, 1), 2, ...times(2, 2)]
    expect(mabEps(game)).toEqual(played)
    expect(explorations).toEqual([0, 10, 20])
  })

  test('takes the lowest arm while nothing was ever rewarded', () => {
    const { game } = gameOf({ steps: 3, explored: [2], reward: () => 0 })
    expect(mabEps(game)).toEqual([2, 0, 0])
  })

  test('of the kind mab_first explores for its share of the budget and never again', () => {
    const { game, explorations } = gameOf({ steps: 50, explored: [0, 2], reward: (_, arm) => arm })
    expect(mabFirst(game, 0.1, 100).slice(10)).toEqual(times(40, 2))
    expect(explorations).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('leaves an arm whose average falls below that of another', () => {
    const reward = (t: number, arm: number) => (t === 0 ? 2 : arm - 1)
    const { game } = gameOf({ steps: 7, explored: [1, 2], reward })
    // Arm 1 averages 2, then 1 (a tie, and it has the lower index), then 2/3 against 1.
    expect(mabFirst(game, 0.2, 10)).toEqual([1, 2, 1, 1, 2, 2, 2])
  })

  test('of the kind mab_var waits longer to explore each time the same arm wins', () => {
    const { game, explorations } = gameOf({ steps: 70, explored: [1], reward: (_, arm) => arm })
    expect(mabVar(game, 0.2, 10)).toEqual(times(70, 1))
    expect(explorations).toEqual([0, 1, 10, 11, 20, 21, 22, 23, 40, 41, 42, 43, 44, 45])
  })

  test('of the kind mab_var returns to its shortest phase when another arm wins', () => {
    // Arm 1 is worth nothing in the phase that begins at 40: arm 0 wins it, by its index.
    const reward = (t: number) => (t < 40 || t >= 70 ? 1 : 0)
    const { game, explorations } = gameOf({ steps: 92, explored: [1], reward })
    const played = [...times(40, 1), ...times(6, 1), ...times(24, 0), ...times(22, 1)]
    expect(mabVar(game, 0.2, 10)).toEqual(played)
    // Arm 1 is back at 72, another change, so that the phase after is short again.
    const fromThen = [40, 41, 42, 43, 44, 45, 70, 71, 80, 81, 90, 91]
    expect(explorations.filter((step) => step >= 40)).toEqual(fromThen)
  })

  function times(count: number, arm: number): number[] {
    return Array.from({ length: count }, () => arm)
  }
})

describe('a random graph', () => {
  const graphs = fc.oneof(
    graphArbitrary,
    fc.nat().map((rngSeed) => randomGraph(rngSeed)),
  )

  test('has no self-loop, no parallel link and no scored link from a page without a score', () => {
    fc.assert(
      fc.property(graphs, ({ beta, out }) => {
        for (const [node, links] of out.entries()) {
          const targets = links.map(({ to }) => to)
          expect(targets).not.toContain(node)
          expect(new Set(targets).size).toBe(targets.length)
          const scored = links.some(({ alpha }) => alpha > 0)
          expect(scored && beta[node] === 0).toBe(false)
        }
      }),
    )
  })

  test.each([1, 7, 4021])(
    'of the large kind has thousands of nodes to crawl and few scored links (rng seed %i)',
    (rngSeed) => {
      const graph = largeGraph(rngSeed)
      const others = graph.beta.map((_, node) => node).slice(1)
      expect(bfsDistances({ graph, seeds: [0], crawled: others }).size).toBeGreaterThan(4000)
      const links = graph.out.flat()
      const scored = links.filter(({ alpha }) => alpha > 0).length
      expect(scored).toBeGreaterThan(0)
      expect(scored / links.length).toBeLessThan(0.03)
    },
  )
})
