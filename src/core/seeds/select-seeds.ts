import { Coverage, type SelectedSeed } from './coverage.ts'
import type { KnownGraph } from './known-graph.ts'
import { LinkMeter } from './link-meter.ts'
import { SEED_METHODS, type SeedMethodName } from './methods.ts'
import { shareOut, type SiteImportance } from './sites.ts'

export interface SeedOptions {
  method: SeedMethodName
  /** k: how many seeds are wanted at most. */
  seeds: number
  /** h: a seed covers the pages that are at most so many links away. */
  hops: number
  /** d of max_weight, max_scc and root_scc. */
  depth: number
  /** Whether each site has its share of the seeds, and by what importance. */
  perSite: 'none' | SiteImportance
  randomSeed: number
}

export interface SeedSelection {
  /** The first selected first. */
  seeds: SelectedSeed[]
  /** Page coverage is pages / totalPages, value coverage value / totalValue. */
  coverage: { pages: number; totalPages: number; value: number; totalValue: number }
  /** Each seed beyond these adds less than `MIN_GAIN_SHARE` of the value covered before it. */
  enough: number
  /** Links looked at: what the selection cost. */
  linksRead: number
}

/** A seed that adds less than this share of the value covered so far is hardly worth having. */
export const MIN_GAIN_SHARE = 0.01

/**
 * Selects seeds that cover much value (Zheng, Dmitriev and Giles 2009), a slice at a time: yields
 * after about every `EDGES_A_SLICE` links it looked at, so that the caller can let others run. Fewer
 * seeds than wanted when no further one would be worth anything. Of equal pages the one with the
 * lowest number is taken.
 */
export function* selectSeeds(
  known: KnownGraph,
  options: SeedOptions,
): Generator<void, SeedSelection> {
  const { hops, depth, randomSeed } = options
  const meter = new LinkMeter()
  const coverage = new Coverage(known, hops, meter)
  const method = SEED_METHODS.find(({ name }) => name === options.method)!
  const pickSeeds = yield* method.prepare({ known, coverage, meter, depth, randomSeed })
  const seeds: SelectedSeed[] = []
  for (const share of yield* shareOut(known, options, meter)) {
    if (share.seeds === 0) continue
    const wanted = seeds.length + share.seeds
    for (const node of pickSeeds(share.candidates)) {
      if (node === undefined) yield
      else seeds.push(yield* coverage.cover(node))
      if (seeds.length === wanted) break
    }
  }
  const { pages, value, totalValue } = coverage
  return {
    seeds,
    coverage: { pages, totalPages: known.graph.nodeCount, value, totalValue },
    enough: countEnough(seeds),
    linksRead: meter.links,
  }
}

function countEnough(seeds: readonly SelectedSeed[]): number {
  let [before, enough] = [0, 0]
  for (const [index, { value }] of seeds.entries()) {
    if (value > 0 && value >= MIN_GAIN_SHARE * before) enough = index + 1
    before += value
  }
  return enough
}
