import type { KnownGraph } from '../../../core/seeds/known-graph.ts'
import {
  type SeedOptions,
  type SeedSelection,
  selectSeeds,
} from '../../../core/seeds/select-seeds.ts'
import type { Graph } from '../../../lib/sparse-graph.ts'

/** k goes from 1 to 10 and h from 1 to 5, as in the paper. */
export const MAX_SEEDS = 10
export const MAX_HOPS = 5
const CELLS = MAX_SEEDS * MAX_HOPS

/** A number for each k and h. */
export type Grid = Float64Array

export function cellOf(seeds: number, hops: number): number {
  return (hops - 1) * MAX_SEEDS + seeds - 1
}

/** Shares of the pages and of the value that are covered. */
export interface CoverageGrids {
  pages: Grid
  value: Grid
}

export type GreedyMethod = Pick<SeedOptions, 'method' | 'depth'>

/** Coverage by a method whose choice depends on the hops. */
export function greedyGrids(known: KnownGraph, method: GreedyMethod): CoverageGrids {
  const grids = emptyGrids()
  for (let hops = 1; hops <= MAX_HOPS; hops++) {
    const { seeds, coverage } = select(known, { ...method, hops })
    let [pages, value] = [0, 0]
    for (let k = 1; k <= MAX_SEEDS; k++) {
      pages += seeds[k - 1]?.pages ?? 0
      value += seeds[k - 1]?.value ?? 0
      grids.pages[cellOf(k, hops)] = pages / coverage.totalPages
      grids.value[cellOf(k, hops)] = value / coverage.totalValue
    }
  }
  return grids
}

/** Coverage by a method that looks at no coverage: one choice for all hops. */
export function staticGrids(known: KnownGraph, method: StaticMethod): CoverageGrids {
  const { seeds } = select(known, { ...method, hops: 0, depth: 0 })
  const growing = new GrowingCoverage(known.graph, known.values)
  const grids = emptyGrids()
  const totalValue = known.values.reduce((sum, value) => sum + value, 0)
  for (let k = 1; k <= MAX_SEEDS; k++) {
    const seed = seeds[k - 1]
    if (seed !== undefined) growing.add(seed.node)
    for (let hops = 1; hops <= MAX_HOPS; hops++) {
      grids.pages[cellOf(k, hops)] = growing.pages[hops]! / known.graph.nodeCount
      grids.value[cellOf(k, hops)] = growing.value[hops]! / totalValue
    }
  }
  return grids
}

type StaticMethod = Pick<SeedOptions, 'method'> & { randomSeed?: number }

export function meanGrids(all: readonly CoverageGrids[]): CoverageGrids {
  const mean = emptyGrids()
  for (const { pages, value } of all) {
    for (let cell = 0; cell < CELLS; cell++) {
      mean.pages[cell]! += pages[cell]! / all.length
      mean.value[cell]! += value[cell]! / all.length
    }
  }
  return mean
}

function emptyGrids(): CoverageGrids {
  return { pages: new Float64Array(CELLS), value: new Float64Array(CELLS) }
}

function select(
  known: KnownGraph,
  options: Pick<SeedOptions, 'method' | 'hops' | 'depth'> & { randomSeed?: number },
): SeedSelection {
  const selecting = selectSeeds(known, {
    randomSeed: 0,
    perSite: 'none',
    ...options,
    seeds: MAX_SEEDS,
  })
  for (;;) {
    const slice = selecting.next()
    if (slice.done === true) return slice.value
  }
}

/** Pages by their distance from the nearest seed, which tells the coverage for all hops at once. */
class GrowingCoverage {
  /** Covered within each number of hops. */
  readonly pages = new Float64Array(MAX_HOPS + 1)
  readonly value = new Float64Array(MAX_HOPS + 1)
  readonly #graph: Graph
  readonly #values: Float64Array
  readonly #distance: Uint8Array

  constructor(graph: Graph, values: Float64Array) {
    this.#graph = graph
    this.#values = values
    this.#distance = new Uint8Array(graph.nodeCount).fill(MAX_HOPS + 1)
  }

  /** What an earlier seed reaches as soon is not walked again. */
  add(seed: number): void {
    let level = this.#distance[seed] === 0 ? [] : [seed]
    for (const node of level) this.#reach(node, 0)
    for (let hops = 1; hops <= MAX_HOPS; hops++) {
      const next: number[] = []
      for (const node of level) this.#reachTargets(node, hops, next)
      level = next
    }
  }

  #reachTargets(node: number, hops: number, reached: number[]): void {
    const { outStart, outTarget } = this.#graph
    for (let edge = outStart[node]!; edge < outStart[node + 1]!; edge++) {
      const target = outTarget[edge]!
      if (this.#distance[target]! <= hops) continue
      this.#reach(target, hops)
      reached.push(target)
    }
  }

  #reach(node: number, hops: number): void {
    for (let h = hops; h < this.#distance[node]!; h++) {
      this.pages[h]!++
      this.value[h]! += this.#values[node]!
    }
    this.#distance[node] = hops
  }
}
