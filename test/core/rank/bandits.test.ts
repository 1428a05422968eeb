import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bandit } from '../../../src/core/rank/bandits/bandit.ts'
import { phaseLength, RESET_GROWTHS } from '../../../src/core/rank/bandits/epsilon-first.ts'
import { buildBandit } from '../../../src/core/rank/bandits.ts'
import { BANDITS, type EstimatorName } from '../../../src/core/rank/names.ts'
import { BANDIT_ARMS, completePolicy, type Policy } from '../../../src/core/rank/policy.ts'
import { draw } from '../../../src/lib/draw.ts'
import { isBest, toleranceOf } from './agreement.ts'
import { DrivenCrawl } from './driven-crawl.ts'
import { mabEps, mabFirst, mabVar, type Game } from './reference/bandits.ts'
import { ESTIMATOR_NAMES, referenceEstimates } from './reference/estimates.ts'
import { betaOf } from './reference/known.ts'
import { startArbitrary } from './reference/random-graph.ts'

const NAMES: readonly EstimatorName[] = ['bfs', 'fl_deg', 'fl_n', 'fl_e', 'fl_ne', 'opic']

const epsilon = fc.oneof(
  fc.constantFrom(0, 0.1, 0.2, 1),
  fc.double({ min: 0, max: 1, noNaN: true }),
)

/** The rules of a game, for the product and the reference alike. */
const rules = fc.record({
  arms: fc.integer({ min: 1, max: NAMES.length }).map((arms) => NAMES.slice(0, arms)),
  epsilon,
  resetSteps: fc.integer({ min: 1, max: 40 }),
  budget: fc.integer({ min: 1, max: 400 }),
  steps: fc.integer({ min: 1, max: 400 }),
  rngSeed: fc.nat(),
})
type Rules = typeof rules extends fc.Arbitrary<infer Value> ? Value : never

interface Turn {
  arm: number
  score: number
}

describe('decision by decision', () => {
  test('mab_epsilon plays as the reference does', () => {
    fc.assert(
      fc.property(rules, (given) => {
        const bandit = banditOf('mab_epsilon', given)
        const played = mabEps(gameOf(given), 1 - given.epsilon)
        expect(armsOf(playAll(bandit, given))).toEqual(played)
      }),
    )
  })

  test('mab_epsilon_first plays as the reference does', () => {
    fc.assert(
      fc.property(rules, (given) => {
        const bandit = banditOf('mab_epsilon_first', given)
        const played = mabFirst(gameOf(given), given.epsilon, given.budget)
        const steps = Math.min(given.steps, given.budget)
        expect(armsOf(playAll(bandit, { ...given, steps }))).toEqual(played.slice(0, steps))
      }),
    )
  })

  test('mab_var plays as the reference does', () => {
    fc.assert(
      fc.property(rules, (given) => {
        const bandit = banditOf('mab_var', given)
        const played = mabVar(gameOf(given), given.epsilon, given.resetSteps)
        expect(armsOf(playAll(bandit, given))).toEqual(played)
      }),
    )
  })

  test.each(RESET_GROWTHS)(
    'mab_var has phases of %s length, found anew from the history',
    (growth) => {
      fc.assert(
        fc.property(rules, (whole) => {
          const given = { ...whole, steps: Math.min(whole.steps, 150) }
          const policy = policyOf('mab_var', { ...given, resetGrowth: growth })
          const bandit = buildBandit(policy, () => given.budget)!
          const history: Turn[] = []
          for (const { motive, ...turn } of playAll(bandit, given)) {
            const { best } = phaseAt(history, policy)
            expect(motive).toBe(best === undefined ? 'explore' : 'exploit')
            expect(turn.arm).toBe(best ?? turn.arm)
            history.push(turn)
          }
        }),
        { numRuns: 50 },
      )
    },
  )
})

describe('a report', () => {
  test.each(RESET_GROWTHS)(
    'of mab_var counts all pulls, and averages those since the last reset (%s)',
    (growth) => {
      fc.assert(
        fc.property(rules, (given) => {
          const policy = policyOf('mab_var', { ...given, resetGrowth: growth })
          const bandit = buildBandit(policy, () => given.budget)!
          const history = playAll(bandit, given)
          const { phase, start } = phaseAt(history.slice(0, -1), policy)
          expect(bandit.report()).toEqual({
            arms: reportOf(history, start, policy.arms.length),
            resets: phase,
          })
        }),
      )
    },
  )

  test.each(['mab_epsilon', 'mab_epsilon_first'] as const)(
    'of %s counts and averages all pulls, and knows no reset',
    (name) => {
      fc.assert(
        fc.property(rules, (given) => {
          const bandit = banditOf(name, given)
          const steps = Math.min(given.steps, given.budget)
          const history = playAll(bandit, { ...given, steps })
          expect(bandit.report()).toEqual({
            arms: reportOf(history, 0, given.arms.length),
            resets: 0,
          })
        }),
      )
    },
  )

  test('before the first pull has zeros', () => {
    const crawl = new DrivenCrawl({ graph: EMPTY, seeds: [0] }, { name: 'mab_var' })
    expect(crawl.ranker.selector.report()).toEqual({
      arms: BANDIT_ARMS.map((name) => ({ name, pulls: 0, mean: 0 })),
      resets: 0,
    })
  })

  test('of an estimator alone names no arms', () => {
    const crawl = new DrivenCrawl({ graph: EMPTY, seeds: [0] }, { name: 'fl_n' })
    expect(crawl.ranker.selector.report()).toEqual({ arms: [], resets: 0 })
  })
})

describe.each(BANDITS)('%s', (name) => {
  test('plays its only arm, whatever chance says', () => {
    fc.assert(
      fc.property(rules, (given) => {
        const bandit = banditOf(name, { ...given, arms: ['fl_n'] })
        expect(new Set(armsOf(playAll(bandit, given)))).toEqual(new Set([0]))
      }),
    )
  })

  test('with ε at 0 never explores, and so never leaves its first arm', () => {
    fc.assert(
      fc.property(rules, (given) => {
        const played = playAll(banditOf(name, { ...given, epsilon: 0 }), given)
        expect(new Set(played.map(({ motive }) => motive))).toEqual(new Set(['exploit']))
        expect(new Set(armsOf(played))).toEqual(new Set([0]))
      }),
    )
  })

  test('only explores with ε at 1, within its budget', () => {
    fc.assert(
      fc.property(rules, (given) => {
        const steps = Math.min(given.steps, given.budget)
        const played = playAll(banditOf(name, { ...given, epsilon: 1 }), { ...given, steps })
        expect(new Set(played.map(({ motive }) => motive))).toEqual(new Set(['explore']))
      }),
    )
  })

  test('says the same when asked twice, and reaching a step twice changes nothing', () => {
    fc.assert(
      fc.property(rules, (given) => {
        const [once, twice] = [banditOf(name, given), banditOf(name, given)]
        const repeated = {
          ...twice,
          reach: (step: number) => (twice.reach(step), twice.reach(step)),
        }
        const asked: Bandit = {
          ...repeated,
          play: (step, chance) => (twice.play(step, () => 0.3), twice.play(step, chance)),
          reward: (arm, score) => twice.reward(arm, score),
          report: () => twice.report(),
        }
        expect(playAll(asked, given)).toEqual(playAll(once, given))
        expect(asked.report()).toEqual(once.report())
      }),
    )
  })

  test('leads a crawl to the nodes that its reference chooses, arm by arm', () => {
    fc.assert(
      fc.property(startArbitrary, epsilon, fc.nat(), (start, share, randomSeed) => {
        const [budget, resetSteps] = [40, 7]
        const policy = completePolicy({ name, epsilon: share })
        const options = name === 'mab_var' ? { ...policy, resetSteps } : policy
        const crawl = new DrivenCrawl(start, options, { randomSeed, budget })
        const reachable = new DrivenCrawl(start, { name: 'bfs' }).run(budget).crawled.length
        let [step, drawn] = [0, 0]
        const chance = () => draw(draw(randomSeed, step), drawn++) / 2 ** 32
        const game: Game = {
          ...chances(chance),
          arms: BANDIT_ARMS.length,
          steps: reachable,
          reward: (t, arm) => {
            const armName = ESTIMATOR_NAMES.find((one) => one === BANDIT_ARMS[arm])!
            const estimates = referenceEstimates(armName, crawl.known)
            const { node, choice } = crawl.step()!
            expect(choice.arm).toBe(armName)
            expect(isBest(node, estimates, toleranceOf(armName))).toBe(true)
            ;[step, drawn] = [t + 1, 0]
            return betaOf(start.graph, node)
          },
        }
        if (name === 'mab_epsilon') mabEps(game, 1 - share)
        if (name === 'mab_epsilon_first') mabFirst(game, share, budget)
        if (name === 'mab_var') mabVar(game, share, resetSteps)
        expect(crawl.crawled.length).toBe(reachable)
      }),
    )
  })
})

test('only the arm that chose a node is paid for it', () => {
  fc.assert(
    fc.property(startArbitrary, fc.nat(), (start, randomSeed) => {
      const crawl = new DrivenCrawl(start, { name: 'mab_epsilon', epsilon: 0.5 }, { randomSeed })
      const history: Turn[] = []
      for (let next = crawl.step(); next !== undefined; next = crawl.step()) {
        const arm = BANDIT_ARMS.indexOf(next.choice.arm)
        history.push({ arm, score: betaOf(start.graph, next.node) })
      }
      const { arms } = crawl.ranker.selector.report()
      const expected = reportOf(history, 0, BANDIT_ARMS.length)
      expect(arms).toEqual(expected.map((report, arm) => ({ name: BANDIT_ARMS[arm], ...report })))
    }),
  )
})

const EMPTY = { nodeCount: 1, beta: [1], out: [[]] }

type Given = Pick<Rules, 'arms' | 'epsilon' | 'resetSteps'>

function policyOf(
  name: Policy['name'],
  { arms, epsilon: share, resetSteps, ...rest }: Given & Partial<Pick<Policy, 'resetGrowth'>>,
): Policy {
  const { resetGrowth } = rest
  return completePolicy({ name, arms: [...arms], epsilon: share, resetSteps, resetGrowth })
}

function banditOf(name: Policy['name'], given: Rules): Bandit {
  return buildBandit(policyOf(name, given), () => given.budget)!
}

/** Few different rewards, so that means are often equal; some arms are better than others. */
function rewardOf(rngSeed: number, step: number, arm: number): number {
  return (draw(rngSeed, step * NAMES.length + arm) % (2 + (arm % 3))) / 2
}

function streamOf(rngSeed: number): () => number {
  let drawn = 0
  return () => draw(rngSeed ^ 0x5eed, drawn++) / 2 ** 32
}

/**
 * The reference asks whether to exploit, the product whether to explore: what is low for the one is
 * high for the other.
 */
function chances(chance: () => number): Pick<Game, 'chance' | 'uniform'> {
  return {
    chance: () => 1 - 2 ** -32 - chance(),
    uniform: (k) => Math.floor(chance() * k),
  }
}

function gameOf({ arms, steps, rngSeed }: Rules): Game {
  return {
    ...chances(streamOf(rngSeed)),
    arms: arms.length,
    steps,
    reward: (step, arm) => rewardOf(rngSeed, step, arm),
  }
}

function playAll(bandit: Bandit, { steps, rngSeed }: Pick<Rules, 'steps' | 'rngSeed'>) {
  const chance = streamOf(rngSeed)
  return Array.from({ length: steps }, (_, step) => {
    bandit.reach(step)
    const play = bandit.play(step, chance)
    const score = rewardOf(rngSeed, step, play.arm)
    bandit.reward(play.arm, score)
    return { ...play, score }
  })
}

function armsOf(turns: readonly Turn[]): number[] {
  return turns.map(({ arm }) => arm)
}

/**
 * A13 from the beginning: the number of the phase that the next step is in, where it began, and
 * the arm to exploit, which exploring has none of.
 */
function phaseAt(history: readonly Turn[], policy: Policy) {
  let [phase, start, p] = [0, 0, 0]
  let previousWinner: number | undefined
  for (;;) {
    const r = phaseLength(policy)(p)
    const exploreEnd = start + Math.floor(policy.epsilon * r)
    const isExploring = history.length < exploreEnd
    const best = isExploring ? undefined : bestArm(history.slice(start), policy.arms.length)
    if (history.length < start + r) return { phase, start, best }
    if (exploreEnd < start + r) {
      const winner = bestArm(history.slice(start, exploreEnd), policy.arms.length)
      p = winner === previousWinner ? p + 1 : 0
      previousWinner = winner
    }
    start += r
    phase++
  }
}

function bestArm(turns: readonly Turn[], arms: number): number {
  const means = reportOf(turns, 0, arms).map(({ mean }) => mean)
  return means.indexOf(Math.max(...means))
}

function reportOf(history: readonly Turn[], since: number, arms: number) {
  return Array.from({ length: arms }, (_, arm) => {
    const recent = history.slice(since).filter((turn) => turn.arm === arm)
    const sum = recent.reduce((total, { score }) => total + score, 0)
    return {
      pulls: history.filter((turn) => turn.arm === arm).length,
      mean: recent.length === 0 ? 0 : sum / recent.length,
    }
  })
}
