import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostId } from '../../../src/core/graph/host-table.ts'
import type { NodeId } from '../../../src/core/graph/node-table.ts'
import { completePolicy, type PolicyOptions } from '../../../src/core/rank/policy.ts'
import { Ranker } from '../../../src/core/rank/ranker.ts'
import { ArchiveReader } from '../../../src/lib/archive.ts'
import { quantise } from '../../../src/lib/fixed-point.ts'
import { archivedBytes } from '../../fixtures/archived.ts'
import { crawlByLists, type HotOptions, type Web } from './reference/hot-queue.ts'

const webs: fc.Arbitrary<Web> = fc.integer({ min: 2, max: 14 }).chain((nodes) => {
  const each = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: nodes, maxLength: nodes })
  const rarely = fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0)
  const link = fc.record({ to: fc.nat(nodes - 1), inAnchor: rarely })
  return fc.record({
    occurrences: each(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 14 }))),
    inTitle: each(rarely),
    inUrl: each(rarely),
    links: each(fc.uniqueArray(link, { maxLength: 5, selector: ({ to }) => to })),
  })
})

class Crawl {
  readonly ranker: Ranker
  readonly #web: Web
  readonly #nodes: number[] = [0]

  constructor(web: Web, policy: PolicyOptions) {
    this.#web = web
    this.ranker = new Ranker({
      policy: completePolicy(policy),
      ties: 'fifo',
      randomSeed: 1,
      budget: () => 1000,
      clock: { hostOf: () => 0 as HostId, freeAt: () => 0 },
    })
    this.ranker.add(0 as NodeId, true)
  }

  step(): number | undefined {
    this.ranker.frontier.openHosts(0)
    this.ranker.prepare()
    const choice = this.ranker.choose()
    if (choice === undefined) return undefined
    this.ranker.take(choice)
    const node = this.#nodes[choice.node]!
    const links = this.#web.links[node]!
    const targets = links.map(({ to }) => this.#idOf(to))
    const linkScores = links.map(({ inAnchor }) => (inAnchor ? 1 : 0))
    this.ranker.crawled({
      node: choice.node,
      score: quantise(Math.log1p(this.#web.occurrences[node]!)),
      links: { targets, linkScores },
      titleScore: this.#web.inTitle[node] ? 1 : 0,
    })
    return node
  }

  run(): number[] {
    const crawled: number[] = []
    for (let node = this.step(); node !== undefined; node = this.step()) crawled.push(node)
    return crawled
  }

  #idOf(node: number): NodeId {
    const known = this.#nodes.indexOf(node)
    if (known >= 0) return known as NodeId
    const id = (this.#nodes.push(node) - 1) as NodeId
    this.ranker.add(id, false, this.#web.inUrl[node] ? 1 : 0)
    return id
  }
}

const OPTIONS = (['links', 'pages'] as const).flatMap((hotBy) =>
  (['breadth', 'backlink'] as const).flatMap((hotOrder) =>
    (['no', 'yes'] as const).map((promote): HotOptions => ({ hotBy, hotOrder, promote })),
  ),
)

describe('a hot queue', () => {
  test.each(OPTIONS)('crawls as two lists do, $hotBy $hotOrder promote $promote', (options) => {
    fc.assert(
      fc.property(webs, (web) => {
        const crawl = new Crawl(web, { name: 'hot_queue', ...options })
        expect(crawl.run()).toEqual(crawlByLists(web, options))
      }),
    )
  })

  test('has the ranks of the pagerank estimator, among hot nodes and among others', () => {
    fc.assert(
      fc.property(webs, (web) => {
        const arms = ['hot_queue' as const, 'pagerank' as const]
        const crawl = new Crawl(web, { name: 'mab_epsilon', arms, hotBy: 'pages' })
        while (crawl.step() !== undefined) {
          const [hot, rank] = crawl.ranker.arms
          for (const id of hot!.queue.nodes()) {
            const node = id as NodeId
            expect(hot!.terms(node).rank).toBe(rank!.estimate(node))
          }
          const inOrder = hot!.queue.bestOf(100).map((node) => hot!.estimate(node))
          expect(inOrder).toEqual(inOrder.toSorted((a, b) => b - a))
        }
      }),
    )
  })

  test('is saved and loaded with all it knows', () => {
    fc.assert(
      fc.property(webs, fc.constantFrom(...OPTIONS), (web, options) => {
        const policy = { name: 'hot_queue' as const, ...options }
        const crawl = new Crawl(web, policy)
        crawl.step()
        crawl.step()
        const loaded = new Crawl({ ...web, links: [[]] }, policy).ranker
        loaded.drop(0 as NodeId)
        const bytes = archivedBytes(crawl.ranker)
        loaded.archive(new ArchiveReader([bytes]))
        expect(archivedBytes(loaded)).toEqual(bytes)
      }),
    )
  })

  test('leaves a node where its first link put it, unless nodes are promoted', () => {
    // 1 is linked without the word and later with it; 2 is older than 3 and as cold.
    const web: Web = {
      occurrences: [0, 0, 0, 0],
      inTitle: [false, false, false, false],
      inUrl: [false, false, false, false],
      links: [
        [2, 1, 3].map((to) => ({ to, inAnchor: false })),
        [],
        [{ to: 3, inAnchor: true }],
        [],
      ],
    }
    const crawled = (promote: 'no' | 'yes') =>
      new Crawl(web, { name: 'hot_queue', hotOrder: 'breadth', promote }).run()
    expect(crawled('no')).toEqual([0, 2, 1, 3])
    expect(crawled('yes')).toEqual([0, 2, 3, 1])
  })

  test('passes on to the target of a redirect what made its source hot', () => {
    const ranker = new Crawl(
      { occurrences: [], inTitle: [], inUrl: [], links: [] },
      { name: 'hot_queue', hotOrder: 'backlink' },
    ).ranker
    for (const node of [1, 2, 3]) ranker.add(node as NodeId, false)
    ranker.withdraw(0 as NodeId)
    const targets = [1, 2] as NodeId[]
    ranker.crawled({ node: 0 as NodeId, score: 1, links: { targets, linkScores: [0, 1] } })
    ranker.withdraw(2 as NodeId)
    ranker.moved(2 as NodeId, 3 as NodeId)
    expect(ranker.arms[0]!.terms(3 as NodeId)).toEqual({ hot: 1, fl_deg: 1 })
  })
})
