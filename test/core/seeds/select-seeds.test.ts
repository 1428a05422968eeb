import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KnownGraph } from '../../../src/core/seeds/known-graph.ts'
import { EDGES_A_SLICE } from '../../../src/core/seeds/link-meter.ts'
import { SEED_METHODS } from '../../../src/core/seeds/methods.ts'
import {
  MIN_GAIN_SHARE,
  type SeedOptions,
  selectSeeds,
} from '../../../src/core/seeds/select-seeds.ts'
import type { Graph } from '../../../src/lib/sparse-graph.ts'
import { graphOf } from '../../lib/sparse-graph.ts'
import { anyKnownGraph, anyOptions } from './any-known-graph.ts'
import { drain } from './drain.ts'
import { referenceSeeds, within } from './reference.ts'

const OPTIONS: SeedOptions = {
  method: 'max_weight',
  seeds: 2,
  hops: 1,
  depth: 1,
  perSite: 'none',
  randomSeed: 1,
}

function nodesSelected(known: KnownGraph, options: Partial<SeedOptions>): number[] {
  return drain(selectSeeds(known, { ...OPTIONS, ...options })).seeds.map(({ node }) => node)
}

describe("the paper's example", () => {
  /** Page 1 links to five pages, page 2 to three of them and one more, page 9 to three others. */
  const graph = graphOf(14, [
    ...[3, 4, 5, 6, 7].map((target) => [1, target] as const),
    ...[4, 5, 6, 8].map((target) => [2, target] as const),
    ...[10, 11, 12].map((target) => [9, target] as const),
  ])
  const known = { graph, values: new Float64Array(14).fill(1) }

  it('has OutDegree pick pages whose targets are the same', () => {
    expect(nodesSelected(known, { method: 'out_degree' })).toEqual([1, 2])
  })

  it('has MaxOut pick a page with fewer but new targets', () => {
    expect(nodesSelected(known, { method: 'max_out' })).toEqual([1, 9])
  })
})

describe.each(SEED_METHODS.filter(({ name }) => name !== 'random'))('$name', ({ name }) => {
  it('selects what the formula selects, of equal pages the lowest number', () => {
    fc.assert(
      fc.property(anyKnownGraph, anyOptions, (known, any) => {
        const options = { ...any, method: name }
        expect(nodesSelected(known, options)).toEqual(referenceSeeds(known, options))
      }),
      { numRuns: 300 },
    )
  })
})

describe('random', () => {
  it('draws each candidate once', () => {
    fc.assert(
      fc.property(anyKnownGraph, fc.nat(), (known, randomSeed) => {
        const drawn = nodesSelected(known, { method: 'random', seeds: 50, randomSeed })
        const candidates = [...known.values.keys()].filter((n) => known.isCandidate?.[n] !== 0)
        expect(drawn.toSorted((a, b) => a - b)).toEqual(candidates)
      }),
    )
  })

  it('draws others from another random seed', () => {
    const known = { graph: graphOf(1000, []), values: new Float64Array(1000).fill(1) }
    const options = { method: 'random', seeds: 10 } as const
    const first = nodesSelected(known, { ...options, randomSeed: 1 })
    expect(nodesSelected(known, { ...options, randomSeed: 1 })).toEqual(first)
    expect(nodesSelected(known, { ...options, randomSeed: 2 })).not.toEqual(first)
  })
})

it('tells the pages and the value that each seed adds, and what all cover', () => {
  fc.assert(
    fc.property(anyKnownGraph, anyOptions, (known, options) => {
      const { seeds, coverage } = drain(selectSeeds(known, options))
      const valueOf = (nodes: Set<number>) =>
        [...nodes].reduce((sum, node) => sum + known.values[node]!, 0)
      let covered = new Set<number>()
      for (const { node, pages, value } of seeds) {
        const more = new Set([...covered, ...within(known.graph, node, options.hops)])
        expect({ pages, value }).toEqual({
          pages: more.size - covered.size,
          value: valueOf(more) - valueOf(covered),
        })
        covered = more
      }
      expect(coverage).toEqual({
        pages: covered.size,
        totalPages: known.graph.nodeCount,
        value: valueOf(covered),
        totalValue: valueOf(new Set(known.values.keys())),
      })
    }),
  )
})

it('finds a page that is worth more once the penalty beside it is covered', () => {
  // 0 and 1 both link to the penalty, 2 stands alone. Scores: 0 has 9 - 4, 1 has 6 - 4, 2 has 3.
  const graph = graphOf(4, [
    [0, 3],
    [1, 3],
  ])
  const values = Float64Array.of(9, 6, 3, -4)
  // Once 0 is picked 1 is worth 6, though its first score was 2: as a bound that would favour 2.
  expect(nodesSelected({ graph, values }, { seeds: 3 })).toEqual([0, 1, 2])
})

it('counts as enough the seeds before those that add next to nothing', () => {
  const values = Float64Array.of(1000, 10, 0, 9, 5)
  const known = { graph: graphOf(5, []), values }
  const { seeds, enough } = drain(selectSeeds(known, { ...OPTIONS, seeds: 5 }))
  expect(seeds.map(({ value }) => value)).toEqual([1000, 10, 9, 5])
  expect(MIN_GAIN_SHARE).toBe(0.01)
  expect(enough).toBe(2)
})

it('selects nothing where no seeds are wanted or nothing is known', () => {
  const known = { graph: graphOf(0, []), values: new Float64Array(0) }
  for (const { name } of SEED_METHODS) {
    expect(nodesSelected(known, { method: name })).toEqual([])
    expect(
      nodesSelected({ graph: graphOf(1, []), values: Float64Array.of(1) }, { seeds: 0 }),
    ).toEqual([])
  }
})

/** Every page links to every other. */
function completeGraph(nodes: number): Graph {
  const all = Array.from({ length: nodes }, (_, node) => node)
  return graphOf(
    nodes,
    all.flatMap((source) => all.map((target) => [source, target] as const)),
  )
}

const LARGE = completeGraph(1200)

it.each(SEED_METHODS)('$name lets others run after each slice of links', ({ name }) => {
  const graph = LARGE
  const nodes = graph.nodeCount
  const values = new Float64Array(nodes).fill(1)
  const options = { ...OPTIONS, method: name, hops: 3, depth: 2 }
  const selecting = selectSeeds({ graph, values }, options)
  let pauses = 0
  let slice = selecting.next()
  for (; slice.done !== true; slice = selecting.next()) pauses++
  // A page's links are looked at in one go, so a slice may be longer by so many.
  expect(pauses).toBeGreaterThanOrEqual(
    Math.floor(slice.value.linksRead / (EDGES_A_SLICE + nodes)) - 1,
  )
})

it('looks at a small part of the links that a greedy without bounds would look at', () => {
  // Rings of pages that link to all of their ring: walks are many, pages few.
  const rings = 40
  const size = 25
  const edges = Array.from({ length: rings * size * size }, (_, i) => {
    const ring = Math.floor(i / (size * size)) * size
    return [ring + (Math.floor(i / size) % size), ring + (i % size)] as const
  })
  const graph = graphOf(rings * size, edges)
  const values = Float64Array.from({ length: rings * size }, (_, node) => 1 / (1 + (node % 7)))
  const { linksRead } = drain(selectSeeds({ graph, values }, { ...OPTIONS, seeds: 5, depth: 2 }))
  const plain = 5 * rings * size * size * (size - 1)
  expect(linksRead).toBeLessThan(plain / 10)
})
