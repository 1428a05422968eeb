import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArchiveReader } from '../../../src/lib/archive.ts'
import { quantise } from '../../../src/lib/fixed-point.ts'
import type { HostId } from '../../../src/core/graph/host-table.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import type { Page } from '../../../src/core/rank/crawled-nodes.ts'
import { ESTIMATORS, type EstimatorName } from '../../../src/core/rank/names.ts'
import { completePolicy } from '../../../src/core/rank/policy.ts'
import { Ranker } from '../../../src/core/rank/ranker.ts'
import { archivedBytes } from '../../fixtures/archived.ts'

/**
 * Cash and hot queues depend on the order in which pages were crawled, PageRank to within its
 * tolerance, and the oracle on nothing.
 */
const NOT_OF_THE_GRAPH: EstimatorName[] = ['opic', 'otie', 'hot_queue', 'pagerank', 'oracle']
const OF_THE_GRAPH = ESTIMATORS.filter((name) => !NOT_OF_THE_GRAPH.includes(name))

interface Course {
  nodes: number
  seeds: number
  /** What was read at each visit; the node is drawn among the crawled or the others. */
  visits: { isSecond: boolean; pick: number; score: number; links: [number, number][] }[]
}

const score = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 40 }).map((count) => quantise(Math.log1p(count))),
)

const courses: fc.Arbitrary<Course> = fc.integer({ min: 4, max: 16 }).chain((nodes) =>
  fc.record({
    nodes: fc.constant(nodes),
    seeds: fc.integer({ min: 1, max: 2 }),
    visits: fc.array(
      fc.record({
        isSecond: fc.boolean(),
        pick: fc.nat(),
        score,
        links: fc.uniqueArray(fc.tuple(fc.nat(nodes - 1), score), {
          maxLength: 6,
          selector: ([target]) => target,
        }),
      }),
      { minLength: 2, maxLength: 3 * nodes, size: 'max' },
    ),
  }),
)

/** The visits with their nodes: pages in the order in which they were first crawled, and again. */
function pagesOf({ nodes, seeds, visits }: Course): Page[] {
  const waiting = Array.from({ length: nodes }, (_, node) => node as NodeId)
  const crawled: NodeId[] = []
  return visits.flatMap(({ isSecond, pick, score: reached, links }, i) => {
    const from = isSecond ? crawled : waiting
    if (from.length <= 1) return []
    // The seeds come first, so that something is within reach.
    const at = i < seeds ? 0 : pick % from.length
    const node = from[at]!
    if (!isSecond) crawled.push(...waiting.splice(at, 1))
    const others = links.filter(([target]) => target !== node)
    const targets = others.map(([target]) => target as NodeId)
    return [{ node, score: reached, links: { targets, linkScores: others.map(([, it]) => it) } }]
  })
}

/** A ranker that knows all nodes from the start, as from a sitemap. */
function rankerOf({ nodes, seeds }: Course, arms: EstimatorName[]): Ranker {
  const ranker = new Ranker({
    policy: completePolicy({ name: 'mab_epsilon', arms }),
    ties: 'fifo',
    randomSeed: 1,
    budget: () => 1000,
    clock: { hostOf: (node) => (node % 2) as HostId, freeAt: () => 0 },
    scoreOf: (node) => node % 3,
  })
  for (let node = 0; node < nodes; node++) ranker.add(node as NodeId, node < seeds)
  return ranker
}

function visit(ranker: Ranker, page: Page, was: Page | undefined): void {
  if (was !== undefined) return ranker.recrawled(page, was)
  ranker.withdraw(page.node)
  ranker.crawled(page)
}

function visitAll(ranker: Ranker, pages: readonly Page[], last = new Map<NodeId, Page>()) {
  for (const page of pages) {
    visit(ranker, page, last.get(page.node))
    last.set(page.node, page)
    ranker.prepare()
  }
  return last
}

/** What every arm makes of every frontier node; of a regression only what it would predict from. */
function viewOf(ranker: Ranker, { nodes }: Course) {
  ranker.frontier.openHosts(0)
  ranker.prepare()
  const queued = Array.from({ length: nodes }, (_, i) => i as NodeId).filter((i) =>
    ranker.frontier.has(i),
  )
  return ranker.arms.map((arm) => ({
    arm: arm.name,
    nodes: queued.map((node) =>
      arm.example
        ? [...arm.example(node)]
        : { key: arm.queue.value(node), estimate: arm.estimate(node), terms: arm.terms(node) },
    ),
    order: arm.example ? [] : arm.queue.bestOf(nodes),
  }))
}

const ARMS: [string, EstimatorName[]][] = [
  ...OF_THE_GRAPH.map((name): [string, EstimatorName[]] => [name, [name]]),
  ['all together', OF_THE_GRAPH],
]

describe('a page that is crawled again', () => {
  test.each(ARMS)('leaves what a crawl of the last versions knows, by %s', (_, arms) => {
    fc.assert(
      fc.property(courses, (course) => {
        const pages = pagesOf(course)
        const ranker = rankerOf(course, arms)
        const last = visitAll(ranker, pages)
        const reference = rankerOf(course, arms)
        visitAll(reference, [...last.values()])
        expect(viewOf(ranker, course)).toEqual(viewOf(reference, course))
      }),
      { numRuns: 100 },
    )
  })

  test('changes nothing when it is as it was, by any estimator', () => {
    fc.assert(
      fc.property(courses, fc.nat(), (course, pick) => {
        const ranker = rankerOf(course, [...ESTIMATORS])
        const last = [...visitAll(ranker, pagesOf(course)).values()]
        const before = archivedBytes(ranker)
        for (const page of last.slice(pick % (last.length + 1))) {
          ranker.recrawled(structuredClone(page), page)
        }
        expect(archivedBytes(ranker)).toEqual(before)
      }),
      { numRuns: 100 },
    )
  })

  test('is crawled again alike by a ranker that was saved and loaded', () => {
    fc.assert(
      fc.property(courses, fc.nat(), (course, cut) => {
        const pages = pagesOf(course)
        const [saved, loaded] = [rankerOf(course, [...ESTIMATORS]), emptyRanker(course)]
        const at = cut % (pages.length + 1)
        const last = visitAll(saved, pages.slice(0, at))
        loaded.archive(new ArchiveReader([archivedBytes(saved)]))
        visitAll(loaded, pages.slice(at), new Map(last))
        visitAll(saved, pages.slice(at), new Map(last))
        expect(archivedBytes(loaded)).toEqual(archivedBytes(saved))
      }),
      { numRuns: 60 },
    )
  })

  test('teaches a regression only when its score is another', () => {
    const course: Course = { nodes: 4, seeds: 1, visits: [] }
    const ranker = rankerOf(course, ['lr_fl'])
    const links = { targets: [1, 2] as NodeId[], linkScores: [1, 0] }
    const fewer = { targets: [3] as NodeId[], linkScores: [1] }
    const seed = { node: 0 as NodeId, score: 1, links }
    const page = { node: 1 as NodeId, score: 1, links }
    visitAll(ranker, [seed, page])
    const learned = ranker.arms[0]!.terms(2 as NodeId)
    ranker.recrawled({ ...page, links: fewer }, page)
    visitAll(ranker, [{ ...page, links }], new Map([[page.node, { ...page, links: fewer }]]))
    expect(ranker.arms[0]!.terms(2 as NodeId)).toEqual(learned)
    ranker.recrawled({ ...page, score: 3 }, page)
    expect(ranker.arms[0]!.estimate(2 as NodeId)).not.toBe(
      Object.values(learned).reduce((sum, term) => sum + term, 0),
    )
  })
})

function emptyRanker(course: Course): Ranker {
  return rankerOf({ ...course, nodes: 0 }, [...ESTIMATORS])
}
