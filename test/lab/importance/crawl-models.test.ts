import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crawlAndStop, hotShares, thresholdOf } from '../../../src/lab/importance/crawl-models.ts'
import {
  type KnownImportance,
  knownBacklinks,
  knownFromPage,
  knownPageRanks,
  limitedBuffer,
} from '../../../src/lab/importance/limited-buffer.ts'
import { measureCrawl, READINGS } from '../../../src/lab/importance/measure.ts'
import { pageRank } from '../../../src/lib/page-rank.ts'
import type { Graph } from '../../../src/lib/sparse-graph.ts'
import { anyGraph, edgesOf, graphOf } from '../../lib/sparse-graph.ts'

interface Crawl {
  visited: number[]
  importance: number[]
}

/** Many pages are equally important. */
const crawls: fc.Arbitrary<Crawl> = fc
  .array(fc.nat(5), { minLength: 1, maxLength: 20 })
  .chain((importance) =>
    fc.record({
      visited: fc.shuffledSubarray([...importance.keys()], { minLength: importance.length }),
      importance: fc.constant(importance),
    }),
  )

function descending({ importance }: Crawl): number[] {
  return importance.toSorted((a, b) => b - a)
}

describe('a crawl', () => {
  test('that stops has the share of the best pages that the definition says', () => {
    fc.assert(
      fc.property(crawls, fc.nat(), (crawl, pick) => {
        const { visited, importance } = crawl
        const pages = 1 + (pick % visited.length)
        const least = descending(crawl)[pages - 1]!
        const found = visited.slice(0, pages).filter((node) => importance[node]! >= least)
        expect(crawlAndStop(visited, importance, pages)).toBe(found.length / pages)
      }),
    )
  })

  test('that is ideal finds nothing but the best', () => {
    fc.assert(
      fc.property(crawls, fc.nat(), ({ visited, importance }, pick) => {
        const ideal = visited.toSorted((a, b) => importance[b]! - importance[a]!)
        const pages = 1 + (pick % visited.length)
        expect(crawlAndStop(ideal, importance, pages)).toBe(1)
        const threshold = thresholdOf(ideal, importance, pages)
        if (threshold === undefined) return
        const shares = hotShares(ideal, importance, threshold, [pages])
        expect(shares).toEqual([Math.min(1, pages / threshold.hot)])
      }),
    )
  })

  test('with threshold has the share of all hot pages that the definition says', () => {
    fc.assert(
      fc.property(crawls, fc.nat(), (crawl, pick) => {
        const { visited, importance } = crawl
        const rank = 1 + (pick % visited.length)
        const least = descending(crawl)[rank - 1]!
        const isHot = (node: number) => importance[node]! >= least
        const hot = visited.filter(isHot).length
        const threshold = thresholdOf(visited, importance, rank)
        const tells = least > 0 && 2 * hot <= visited.length
        expect(threshold).toEqual(tells ? { least, hot } : undefined)
        if (threshold === undefined) return
        const pages = [...visited.keys()]
        expect(hotShares(visited, importance, threshold, pages)).toEqual(
          pages.map((end) => visited.slice(0, end).filter(isHot).length / hot),
        )
      }),
    )
  })
})

interface BufferedCrawl {
  graph: Graph
  visited: number[]
  size: number
}

const bufferedCrawls: fc.Arbitrary<BufferedCrawl> = anyGraph().chain((graph) =>
  fc.record({
    graph: fc.constant(graph),
    visited: fc.shuffledSubarray([...Array(graph.nodeCount).keys()], {
      minLength: graph.nodeCount,
    }),
    size: fc.integer({ min: 1, max: graph.nodeCount }),
  }),
)

/** Looks at the whole buffer each time; of equals the one visited last goes. */
function bufferByList(
  { visited, size }: BufferedCrawl,
  valueAfter: (visited: readonly number[]) => (node: number) => number,
): number[] {
  const buffer: number[] = []
  for (const [i, node] of visited.entries()) {
    buffer.push(node)
    if (buffer.length <= size) continue
    const values = buffer.map(valueAfter(visited.slice(0, i + 1)))
    buffer.splice(values.lastIndexOf(Math.min(...values)), 1)
  }
  return buffer
}

function linksSeen({ graph }: BufferedCrawl) {
  return (visited: readonly number[]) => (node: number) =>
    edgesOf(graph).filter(([from, to]) => to === node && visited.includes(from)).length
}

describe('a limited buffer', () => {
  test.each<[string, (crawl: BufferedCrawl) => KnownImportance]>([
    ['links seen', ({ graph }) => knownBacklinks(graph)],
    ['half the links seen', ({ graph }) => knownBacklinks(graph, new Float64Array(12), 0.5)],
  ])('keeps what a list would, by %s', (_, known) => {
    fc.assert(
      fc.property(bufferedCrawls, (crawl) => {
        const kept = bufferByList(crawl, linksSeen(crawl))
        // Importance of 1 for those kept alone tells whether it keeps the same.
        const importance = crawl.visited.map((__, node) => (kept.includes(node) ? 1 : 0))
        expect(limitedBuffer(crawl.visited, importance, crawl.size, known(crawl))).toBe(1)
      }),
    )
  })

  test('keeps the best where pages tell of themselves', () => {
    fc.assert(
      fc.property(crawls, fc.nat(), ({ visited, importance }, pick) => {
        const size = 1 + (pick % visited.length)
        const known = knownFromPage(importance)
        expect(limitedBuffer(visited, importance, size, known)).toBe(1)
      }),
    )
  })

  test('knows ranks on the links of what was visited', () => {
    fc.assert(
      fc.property(bufferedCrawls, ({ graph, visited, size }) => {
        const known = knownPageRanks(graph)
        const seen = visited.slice(0, size)
        for (const node of seen) known.visit(node)
        const links = edgesOf(graph).filter(([from]) => seen.includes(from))
        const options = { damping: 0.9, tolerance: 1e-9, maxRounds: 500 }
        const exact = pageRank(graphOf(graph.nodeCount, links), options)
        // What a step may leave to the next is more than the tolerance where links go round.
        for (const node of seen) {
          expect(known.value(node)).toBeLessThanOrEqual(exact[node]! + 1e-9)
          expect(known.value(node)).toBeGreaterThan(exact[node]! / 2)
        }
      }),
    )
  })
})

test('the measures of a crawl have nothing to say where all pages are equal', () => {
  const visited = Uint32Array.of(2, 0, 1)
  const measures = measureCrawl(visited, Float64Array.of(1, 1, 1), undefined)
  expect(measures).toEqual({ stop: null, hot: [null, null, null], buffer: null })
})

test('the area of a crawl is the mean of its curve', () => {
  const visited = Uint32Array.from({ length: 50 }, (_, i) => i)
  const importance = Float64Array.from(visited, (node) => 1 + (node === 10 ? 1 : 0))
  const { hot } = measureCrawl(visited, importance, knownFromPage(importance))
  expect(hot[1]).toMatchObject({ least: 2, share: 1 / 50, area: 40 / 50 })
  expect(hot[1]!.found).toEqual(READINGS.map((reading) => (reading * 50 > 10 ? 1 : 0)))
})
