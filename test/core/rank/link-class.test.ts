import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostId } from '../../../src/core/graph/host-table.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import { log1p } from '../../../src/lib/logarithm.ts'
import { completePolicy } from '../../../src/core/rank/policy.ts'
import type { Choice } from '../../../src/core/rank/strategy.ts'
import { Ranker } from '../../../src/core/rank/ranker.ts'

interface Web {
  scores: number[]
  /** The targets of each page with the classes of their links; undefined: nothing is known of them. */
  links: { targets: number[]; classes: number[] | undefined }[]
}

const web: fc.Arbitrary<Web> = fc.integer({ min: 1, max: 25 }).chain((nodes) =>
  fc.record({
    scores: fc.array(fc.constantFrom(0, 0, 0.5, 1, 3), { minLength: nodes, maxLength: nodes }),
    links: fc.array(
      fc
        .uniqueArray(fc.tuple(fc.nat(nodes - 1), fc.nat(4)), {
          maxLength: 8,
          selector: ([target]) => target,
        })
        .chain((links) =>
          fc.boolean().map((isKnown) => ({
            targets: links.map(([target]) => target),
            classes: isKnown ? links.map(([, its]) => its) : undefined,
          })),
        ),
      { minLength: nodes, maxLength: nodes },
    ),
  }),
)

function rankerOf(exploration: number): Ranker {
  return new Ranker({
    policy: completePolicy({ name: 'link_class', exploration }),
    ties: 'fifo',
    randomSeed: 1,
    budget: () => 1000,
    clock: { hostOf: (node) => (node % 3) as HostId, freeAt: () => 0 },
  })
}

/** The crawl by the formula, all of it worked out anew at each step. */
class Reference {
  readonly rewards: { group: number; score: number }[] = []
  readonly groups = new Map<number, number>()
  readonly frontier: number[] = []
  readonly #exploration: number

  constructor(exploration: number) {
    this.#exploration = exploration
  }

  bound(group: number): number {
    const all = this.rewards.map(({ score }) => score)
    if (all.length === 0) return 0
    const own = this.rewards.filter((reward) => reward.group === group).map(({ score }) => score)
    const mean = (scores: number[]) => scores.reduce((sum, it) => sum + it, 0) / scores.length
    const variance = mean(all.map((score) => score * score)) - mean(all) ** 2
    const tried = Math.max(1, own.length)
    const deviation = Math.sqrt(Math.max(0, variance))
    const bonus = this.#exploration * deviation * Math.sqrt(log1p(all.length - 1) / tried)
    return mean(own.length > 0 ? own : all) + bonus
  }

  estimate(node: number): number {
    return this.bound(this.groups.get(node) ?? 0)
  }
}

function expectBest(reference: Reference, node: number, { estimate, terms }: Choice): void {
  const best = Math.max(...reference.frontier.map((its) => reference.estimate(its)))
  expect(estimate).toBeCloseTo(best, 9)
  expect(reference.estimate(node)).toBeCloseTo(best, 9)
  expect(terms.classMean! + terms.classBonus!).toBeCloseTo(estimate!, 9)
  const sameClass = (its: number) => reference.groups.get(its) === reference.groups.get(node)
  // First come, first served.
  expect(reference.frontier.find(sameClass)).toBe(node)
}

function expectFormula({ scores, links }: Web, exploration: number): void {
  const ranker = rankerOf(exploration)
  const reference = new Reference(exploration)
  const ids = new Map<number, NodeId>()
  const add = (node: number, isSeed: boolean) => {
    ids.set(node, ids.size as NodeId)
    ranker.add(ids.get(node)!, isSeed)
    reference.frontier.push(node)
  }
  add(0, true)
  for (;;) {
    ranker.frontier.openHosts(0)
    ranker.prepare()
    const choice = ranker.choose()
    expect(choice === undefined).toBe(reference.frontier.length === 0)
    if (choice === undefined) return
    const node = [...ids.keys()][choice.node]!
    if (choice.estimate !== undefined) {
      expectBest(reference, node, choice)
      reference.rewards.push({ group: reference.groups.get(node) ?? 0, score: scores[node]! })
    }
    reference.frontier.splice(reference.frontier.indexOf(node), 1)
    ranker.take(choice)
    const { targets, classes } = links[node]!
    const others = targets.filter((target) => target !== node)
    const ofEdges = classes?.filter((_, i) => targets[i] !== node)
    for (const target of others) if (!ids.has(target)) add(target, false)
    for (const [i, target] of others.entries()) {
      if (ofEdges !== undefined && !reference.groups.get(target)) {
        reference.groups.set(target, ofEdges[i]!)
      }
    }
    ranker.crawled({
      node: choice.node,
      score: scores[node]!,
      links: {
        targets: others.map((target) => ids.get(target)!),
        linkScores: others.map(() => 0),
        classes: ofEdges && { ofEdges, known: 0, added: [] },
      },
    })
  }
}

describe('link_class', () => {
  test('takes the first link of the class with the highest bound at each step', () => {
    fc.assert(fc.property(web, fc.constantFrom(0.1, 2.83, 50), expectFormula))
  })

  test.each<[string, Web]>([
    ['one page', { scores: [1], links: [{ targets: [], classes: undefined }] }],
    ['a link to itself', { scores: [1], links: [{ targets: [0], classes: [1] }] }],
    ['no score', { scores: [0, 0, 0], links: star(3, [1, 2]) }],
    ['no class', { scores: [1, 0, 2], links: star(3, undefined) }],
  ])('does so on a web of %s', (_, given) => {
    expect(() => expectFormula(given, 2.83)).not.toThrow()
  })

  test('tries each class, and stays with the one that pays', () => {
    const classes = Array.from({ length: 60 }, (_, i) => 1 + (i % 3))
    const scores = [0, ...classes.map((its) => (its === 2 ? 2 : 0))]
    const ranker = rankerOf(0.5)
    ranker.start([
      {
        node: 60 as NodeId,
        score: 0,
        links: { targets: [], linkScores: [] },
      },
    ])
    for (let node = 0; node < 60; node++) ranker.add(node as NodeId, false)
    ranker.crawled({
      node: 61 as NodeId,
      score: 0,
      links: {
        targets: classes.map((_, node) => node as NodeId),
        linkScores: classes.map(() => 0),
        classes: { ofEdges: classes, known: 0, added: [] },
      },
    })
    const taken: number[] = []
    for (let step = 0; step < 24; step++) {
      ranker.frontier.openHosts(0)
      const choice = ranker.choose()!
      ranker.take(choice)
      taken.push(classes[choice.node]!)
      const score = scores[choice.node + 1]!
      ranker.crawled({ node: choice.node, score, links: { targets: [], linkScores: [] } })
    }
    expect(new Set(taken).size).toBe(3)
    expect(taken.filter((its) => its === 2).length).toBeGreaterThan(15)
  })
})

/** The first page links to all others. */
function star(nodes: number, classes: number[] | undefined): Web['links'] {
  return Array.from({ length: nodes }, (_, node) =>
    node > 0
      ? { targets: [], classes: undefined }
      : { targets: Array.from({ length: nodes - 1 }, (__, i) => i + 1), classes },
  )
}
