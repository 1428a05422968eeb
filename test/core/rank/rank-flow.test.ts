import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KnownLinks } from '../../../src/core/graph/known-links.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import type { Page } from '../../../src/core/rank/crawled-nodes.ts'
import { RankFlow, TOLERANCE } from '../../../src/core/rank/features/rank-flow.ts'
import { ArchiveReader } from '../../../src/lib/archive.ts'
import { archivedBytes } from '../../fixtures/archived.ts'
import { DrivenCrawl } from './driven-crawl.ts'
import { bestOf } from './reference/greedy-crawl.ts'
import { pageRankEstimates } from './reference/page-rank.ts'
import { startArbitrary } from './reference/random-graph.ts'

const DAMPING = 0.9

/** What happens to a node; targets may be the node itself, and may be none. */
interface Happening {
  node: number
  targets: number[]
}

interface Course {
  nodes: number
  happenings: Happening[]
}

const courses: fc.Arbitrary<Course> = fc.integer({ min: 1, max: 12 }).chain((nodes) => {
  const node = fc.nat(nodes - 1)
  const targets = fc.uniqueArray(node, { maxLength: 6 })
  return fc.record({
    nodes: fc.constant(nodes),
    happenings: fc.array(fc.record({ node, targets }), { maxLength: 3 * nodes }),
  })
})

/** Ranks kept up to date, beside the links and redirects that they are the ranks of. */
class Web {
  readonly links = new KnownLinks()
  readonly flow = new RankFlow(this.links, DAMPING, () => {})
  readonly out = new Map<number, number[]>()
  readonly redirects = new Map<number, number>()
  readonly nodes: number

  constructor(nodes: number, isEmpty = false) {
    this.nodes = nodes
    if (!isEmpty) for (let node = 0; node < nodes; node++) this.flow.add(node as NodeId)
  }

  /** A node that was crawled before is crawled again. */
  crawl({ node, targets }: Happening): void {
    const before = this.out.get(node)
    const page = pageOf(node, targets)
    this.out.set(node, targets)
    if (before === undefined) {
      this.links.add(page.node, page.links)
      return this.flow.crawled(page)
    }
    this.links.replace(page.node, page.links)
    this.flow.recrawled(page, pageOf(node, before))
  }

  move(from: number, to: number): void {
    this.redirects.set(from, to)
    this.flow.moved(from as NodeId, to as NodeId)
  }

  settle(): this {
    while (this.flow.push());
    return this
  }

  ranks(): number[] {
    return Array.from({ length: this.nodes }, (_, node) => this.flow.rank(node as NodeId))
  }

  /** Solved from the formula, over and over until nothing moves; a redirect has no rank. */
  exactRanks(): number[] {
    const own = this.ranks().map((_, node) => (this.redirects.has(node) ? 0 : 1 - DAMPING))
    let ranks = own
    for (let round = 0; round < 400; round++) {
      const next = [...own]
      for (const [node, targets] of this.out) {
        for (const target of targets) {
          next[this.arrival(target)]! += (DAMPING * ranks[node]!) / targets.length
        }
      }
      ranks = next
    }
    return ranks
  }

  arrival(node: number): number {
    const to = this.redirects.get(node)
    return to === undefined ? node : this.arrival(to)
  }

  /** Each page may have the tolerance left to hand on, of which up to 1/(1-d) arrives elsewhere. */
  get bound(): number {
    return (this.out.size * TOLERANCE) / (1 - DAMPING) + 1e-9
  }

  /** Nodes whose rank is further from the exact one than that. */
  wrongNodes(): number[] {
    const exact = this.exactRanks()
    const ranks = this.ranks()
    return [...ranks.keys()].filter((node) => Math.abs(ranks[node]! - exact[node]!) > this.bound)
  }
}

function pageOf(node: number, targets: readonly number[]): Page {
  const links = { targets: targets as NodeId[], linkScores: targets.map(() => 0) }
  return { node: node as NodeId, score: 0, links }
}

function webOf({ nodes, happenings }: Course): Web {
  const web = new Web(nodes)
  for (const happening of happenings) web.crawl(happening)
  return web
}

describe('ranks kept up to date', () => {
  test('are those of PageRank on the links known so far, within what is left to hand on', () => {
    fc.assert(
      fc.property(courses, (course) => {
        expect(webOf(course).settle().wrongNodes()).toEqual([])
      }),
    )
  })

  test('follow redirects, whose links are links to where they lead', () => {
    fc.assert(
      fc.property(courses, fc.nat(), fc.nat(), (course, pick, other) => {
        const web = webOf(course)
        const waiting = Array.from({ length: course.nodes }, (_, node) => node).filter(
          (node) => !web.out.has(node),
        )
        fc.pre(waiting.length > 0)
        const from = waiting[pick % waiting.length]!
        const to = other % course.nodes
        fc.pre(from !== to)
        web.move(from, to)
        expect(web.settle().wrongNodes()).toEqual([])
        // Links that are found later are followed, too.
        for (const node of web.out.keys()) web.crawl({ node, targets: [from] })
        expect(web.settle().wrongNodes()).toEqual([])
      }),
    )
  })

  test('stay where they are in a circle of redirects', () => {
    const web = new Web(3)
    web.crawl({ node: 0, targets: [1, 2] })
    web.move(1, 2)
    const before = web.ranks()
    web.flow.moved(2 as NodeId, 1 as NodeId)
    expect(web.ranks()).toEqual(before)
  })

  test('go on alike after they were saved and loaded', () => {
    fc.assert(
      fc.property(courses, fc.nat(), ({ nodes, happenings }, cut) => {
        const at = cut % (happenings.length + 1)
        const saved = webOf({ nodes, happenings: happenings.slice(0, at) })
        const loaded = new Web(nodes, true)
        loaded.links.archive(new ArchiveReader([archivedBytes(saved.links)]))
        loaded.flow.archive(new ArchiveReader([archivedBytes(saved.flow)]))
        for (const [node, targets] of saved.out) loaded.out.set(node, targets)
        for (const happening of happenings.slice(at)) {
          saved.crawl(happening)
          loaded.crawl(happening)
        }
        expect(archivedBytes(loaded.flow)).toEqual(archivedBytes(saved.flow))
      }),
    )
  })

  test('do not change when a page is crawled again as it was, in whatever order its links stand', () => {
    fc.assert(
      fc.property(courses, (course) => {
        const web = webOf(course)
        const before = archivedBytes(web.flow)
        for (const [node, targets] of web.out) web.crawl({ node, targets: targets.toReversed() })
        expect(archivedBytes(web.flow)).toEqual(before)
      }),
    )
  })
})

test('a crawl by pagerank takes a node of the highest rank on all recorded links, once settled', () => {
  fc.assert(
    fc.property(startArbitrary, (start) => {
      const crawl = new DrivenCrawl(start, { name: 'pagerank' })
      for (;;) {
        // A page without links hands nothing on, and gives those that wait their turn.
        for (let i = 0; i < 100; i++) crawl.ranker.arms[0]!.crawled!(pageOf(0, []))
        const exact = pageRankEstimates(crawl.known)
        const next = crawl.step()
        expect(next === undefined).toBe(exact.size === 0)
        if (next === undefined) break
        const lead = exact.get(bestOf(exact)!)! - exact.get(next.node)!
        expect(lead).toBeLessThanOrEqual((crawl.crawled.length + 3) * 20 * TOLERANCE)
      }
    }),
    { numRuns: 20 },
  )
})

test('a step looks at a bounded number of links, and later ones make up for it', () => {
  // Each page leads to all others: whatever one of them has is of interest to all.
  const pages = 60
  const all = Array.from({ length: pages }, (_, node) => node)
  const web = new Web(pages)
  for (const node of all) web.crawl({ node, targets: all.filter((other) => other !== node) })
  const unsettled = web.exactRanks()[0]! - web.flow.rank(0 as NodeId)
  expect(unsettled).toBeGreaterThan(web.bound)
  let pushes = 0
  while (web.flow.push()) pushes++
  expect(pushes).toBeGreaterThan(10)
  expect(web.wrongNodes()).toEqual([])
})
