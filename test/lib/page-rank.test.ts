import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHO_PAGE_RANK, pageRank, pageRankSlices } from '../../src/lib/page-rank.ts'
import { type Graph, transpose } from '../../src/lib/sparse-graph.ts'
import { anyGraph, edgesOf, graphOf } from './sparse-graph.ts'

test('a rank is what the formula says, on any graph', () => {
  fc.assert(
    fc.property(anyGraph(), (graph) => {
      const ranks = pageRank(graph, { damping: 0.9, tolerance: 1e-12, maxRounds: 5_000 })
      const handedOn = (page: number) =>
        edgesOf(graph)
          .filter(([, target]) => target === page)
          .reduce((sum, [source]) => sum + ranks[source]! / outDegree(graph, source), 0)
      for (const [page, rank] of ranks.entries()) {
        expect(rank).toBeCloseTo(0.1 + 0.9 * handedOn(page), 8)
      }
    }),
  )
})

test('two pages that link to each other have the mean rank of 1', () => {
  const ranks = pageRank(
    graphOf(2, [
      [0, 1],
      [1, 0],
    ]),
    CHO_PAGE_RANK,
  )
  expect(ranks[0]).toBeCloseTo(1, 4)
  expect(ranks[1]).toBeCloseTo(1, 4)
})

test('a graph turned round twice is the graph', () => {
  fc.assert(
    fc.property(anyGraph(), (graph) => {
      expect(transpose(transpose(graph))).toEqual(graph)
      const turned = edgesOf(transpose(graph)).map(([source, target]) => [target, source])
      expect(new Set(turned.map(String))).toEqual(new Set(edgesOf(graph).map(String)))
    }),
  )
})

function outDegree({ outStart }: Graph, node: number): number {
  return outStart[node + 1]! - outStart[node]!
}

test('comes out the same in slices, which tell of every link looked at', () => {
  fc.assert(
    fc.property(anyGraph(), fc.integer({ min: 1, max: 10 }), (graph, edgesASlice) => {
      const options = { ...CHO_PAGE_RANK, maxRounds: 7 }
      const slices = pageRankSlices(graph, options, edgesASlice)
      let links = 0
      let slice = slices.next()
      for (; slice.done !== true; slice = slices.next()) links += slice.value
      expect(slice.value).toEqual(pageRank(graph, options))
      expect(graph.edgeCount === 0 ? links : links % graph.edgeCount).toBe(0)
    }),
  )
})
