import { describe, expect, test } from 'vitest'
import { PageGraph } from '../../../src/core/seeds/page-graph.ts'
import { edgesOf } from '../../lib/sparse-graph.ts'

const name = (node: number, url: string) => ({ node, url, site: 'a.test' })

function read(node: number, targets: number[], score = 0) {
  const facts = { isDuplicate: false, isLabelled: false, uncrawled: 0, links: targets.length }
  return { node, targets, score, newLinks: 0, ...facts }
}

/** Links by URL. */
function linksIn(graph: PageGraph): string[][] {
  const { graph: joined, pages } = graph.build()
  return edgesOf(joined).map(([source, target]) => [pages[source]!.url, pages[target]!.url])
}

describe('the graph of what crawls know', () => {
  test('has the pages that were read and the links between them', () => {
    const graph = new PageGraph()
    graph.begin()
    graph.add({
      names: [name(0, '/a'), name(1, '/b'), name(2, '/sitemap')],
      pages: [read(0, [1, 2, 7])],
      redirects: [],
    })
    graph.add({ names: [], pages: [read(1, [0, 1])], redirects: [] })
    expect(linksIn(graph)).toEqual([
      ['/a', '/b'],
      ['/b', '/a'],
    ])
  })

  test('follows redirects, and a circle of them leads nowhere', () => {
    const graph = new PageGraph()
    graph.begin()
    graph.add({
      names: [name(0, '/a'), name(3, '/new')],
      pages: [read(0, [1, 4]), read(3, [])],
      redirects: [
        { from: 1, to: 2 },
        { from: 2, to: 3 },
        { from: 4, to: 5 },
        { from: 5, to: 4 },
      ],
    })
    expect(linksIn(graph)).toEqual([['/a', '/new']])
  })

  test('takes a page that was read again as it was the last time', () => {
    const graph = new PageGraph()
    graph.begin()
    const names = [name(0, '/a'), name(1, '/b'), name(2, '/c')]
    graph.add({ names, pages: [read(0, [1], 3), read(1, []), read(2, [])], redirects: [] })
    graph.add({ names: [], pages: [read(0, [2], 1)], redirects: [] })
    expect(linksIn(graph)).toEqual([['/a', '/c']])
    expect(graph.build().pages[0]!.score).toBe(1)
  })

  test('joins crawls by URL, and a page has the higher of its scores', () => {
    const graph = new PageGraph()
    graph.begin()
    graph.add({
      names: [name(0, '/a'), name(1, '/b')],
      pages: [read(0, [1], 1), read(1, [], 5)],
      redirects: [],
    })
    graph.begin()
    graph.add({
      names: [name(0, '/c'), name(1, '/a'), name(2, '/b')],
      pages: [read(0, [1]), read(1, [0, 2], 2), read(2, [0], 4)],
      redirects: [],
    })
    const { pages, crawlOf } = graph.build()
    expect(pages.map(({ url, score }) => [url, score])).toEqual([
      ['/a', 2],
      ['/b', 5],
      ['/c', 0],
    ])
    expect([...crawlOf]).toEqual([1, 0, 1])
    expect(linksIn(graph)).toEqual([
      ['/a', '/b'],
      ['/a', '/c'],
      ['/c', '/a'],
    ])
  })

  test('of nothing is empty', () => {
    const { graph, pages } = new PageGraph().build()
    expect(graph).toMatchObject({ nodeCount: 0, edgeCount: 0 })
    expect(pages).toEqual([])
  })
})
