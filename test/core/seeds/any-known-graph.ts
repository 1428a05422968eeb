import fc from 'fast-check'
import type { KnownGraph } from '../../../src/core/seeds/known-graph.ts'
import type { SeedOptions } from '../../../src/core/seeds/select-seeds.ts'
import { SEED_METHODS } from '../../../src/core/seeds/methods.ts'
import { anyGraph } from '../../lib/sparse-graph.ts'

/** Quarters, so that sums are exact in any order; with penalties, without, and nothing but 0. */
const VALUES = fc.oneof(
  fc.constant(fc.constant(0)),
  fc.constant(fc.integer({ min: 0, max: 12 })),
  fc.constant(fc.integer({ min: -12, max: 12 })),
)

export const anyKnownGraph: fc.Arbitrary<KnownGraph> = fc
  .tuple(anyGraph(), VALUES)
  .chain(([graph, value]) => {
    const length = graph.nodeCount
    const column = (item: fc.Arbitrary<number>) =>
      fc.array(item, { minLength: length, maxLength: length })
    return fc.record({
      graph: fc.constant(graph),
      values: column(value).map((quarters) => Float64Array.from(quarters, (q) => q / 4)),
      isCandidate: fc.option(
        column(fc.nat(1)).map((bits) => Uint8Array.from(bits)),
        { nil: undefined },
      ),
      siteOf: column(fc.nat(3)).map((sites) => Uint32Array.from(sites)),
    })
  })

export const anyOptions: fc.Arbitrary<SeedOptions> = fc.record({
  method: fc.constantFrom(...SEED_METHODS.map(({ name }) => name)),
  seeds: fc.nat(6),
  hops: fc.nat(3),
  depth: fc.nat(3),
  perSite: fc.constantFrom('none', 'pages', 'page_rank'),
  randomSeed: fc.nat(),
})
