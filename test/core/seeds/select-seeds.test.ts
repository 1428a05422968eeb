import { expect, it } from 'vitest'
import { type SeedOptions, selectSeeds } from '../../../src/core/seeds/select-seeds.ts'
import { graphOf } from '../../lib/sparse-graph.ts'
import { drain } from './drain.ts'

const OPTIONS: SeedOptions = {
  method: 'max_weight',
  seeds: 2,
  hops: 1,
  depth: 1,
  perSite: 'none',
  randomSeed: 1,
}

/**
 * The shape of the paper's example: page 1 links to five pages, page 2 to four of which three are the
 * same, page 9 to three that neither reaches.
 */
const EXAMPLE = graphOf(14, [
  ...[3, 4, 5, 6, 7].map((target) => [1, target] as const),
  ...[4, 5, 6, 8].map((target) => [2, target] as const),
  ...[10, 11, 12].map((target) => [9, target] as const),
])
const EXAMPLE_VALUES = new Float64Array(14).fill(1)

it.each([
  ['out_degree', [1, 2]],
  ['max_out', [1, 9]],
] as const)("%s picks what it picks in the paper's example", (method, expected) => {
  const known = { graph: EXAMPLE, values: EXAMPLE_VALUES }
  const { seeds } = drain(selectSeeds(known, { ...OPTIONS, method }))
  expect(seeds.map(({ node }) => node)).toEqual(expected)
})
