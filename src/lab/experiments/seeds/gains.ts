import { cellOf, type Grid, MAX_HOPS, MAX_SEEDS } from './coverage-grid.ts'
import { type CoverageMeasure, MEASURES, METHODS, type SiteCoverage } from './site-gains.ts'

/** A mean over sites for one k and h. */
export interface Gain {
  /** Mean share covered, in %. */
  coverage: number
  /** Mean of 100·(coverage / coverage by Random - 1), over sites where Random covers anything. */
  gain: number
  standardError: number
  sites: number
}

/** Sums over sites, from which means are taken. */
export class SiteGains {
  readonly #sums = new Map<string, CellSums[]>()

  add(coverage: SiteCoverage): void {
    for (const measure of MEASURES) {
      const grids = coverage[measure]
      if (grids === undefined) continue
      for (const method of METHODS) {
        this.#addGrid(measure, method, grids.get(method)!, grids.get('random')!)
      }
    }
  }

  #addGrid(measure: CoverageMeasure, method: string, grid: Grid, random: Grid): void {
    const sums = this.#sums.get(`${measure} ${method}`) ?? newSums(grid.length)
    this.#sums.set(`${measure} ${method}`, sums)
    for (const [cell, one] of sums.entries()) {
      one.sites++
      one.coverage += grid[cell]!
      if (random[cell] === 0) continue
      const gain = 100 * (grid[cell]! / random[cell]! - 1)
      one.compared++
      one.gain += gain
      one.squares += gain * gain
    }
  }

  at(
    measure: CoverageMeasure,
    method: string,
    { seeds, hops }: { seeds: number; hops: number },
  ): Gain {
    const sums = this.#sums.get(`${measure} ${method}`)?.[cellOf(seeds, hops)] ?? NO_SUMS
    const { sites, compared } = sums
    const gain = sums.gain / compared
    const variance = Math.max(0, sums.squares / compared - gain * gain)
    return {
      coverage: (100 * sums.coverage) / sites,
      gain,
      standardError: Math.sqrt(variance / Math.max(1, compared - 1)),
      sites,
    }
  }

  /** Everything, for the JSON file: `[measure][method]` with a row for each h and k. */
  toJson(): object {
    const rows = (measure: CoverageMeasure, method: string) =>
      range(MAX_HOPS).flatMap((hops) =>
        range(MAX_SEEDS).map((seeds) => ({
          hops,
          seeds,
          ...this.at(measure, method, { seeds, hops }),
        })),
      )
    return Object.fromEntries(
      MEASURES.map((measure) => [
        measure,
        Object.fromEntries(METHODS.map((method) => [method, rows(measure, method)])),
      ]),
    )
  }
}

interface CellSums {
  sites: number
  coverage: number
  /** Sites where Random covers anything. */
  compared: number
  gain: number
  squares: number
}

const NO_SUMS: CellSums = { sites: 0, coverage: 0, compared: 0, gain: 0, squares: 0 }

function newSums(cells: number): CellSums[] {
  return Array.from({ length: cells }, () => ({ ...NO_SUMS }))
}

/** 1 to `last`. */
export function range(last: number): number[] {
  return Array.from({ length: last }, (_, i) => i + 1)
}
