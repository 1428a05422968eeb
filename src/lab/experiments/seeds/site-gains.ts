import { draw } from '../../../lib/draw.ts'
import {
  type CoverageGrids,
  type GreedyMethod,
  type Grid,
  greedyGrids,
  meanGrids,
  staticGrids,
} from './coverage-grid.ts'
import { siteValues } from './site-values.ts'
import type { CorpusSite } from './sites.ts'

/** Draws whose mean coverage is that of Random. */
const RANDOM_DRAWS = 20

/** Chance covers fewer than these all at once or not at all. */
const MIN_RELEVANT_PAGES = 10

const GREEDY: Record<string, GreedyMethod> = {
  max_out: { method: 'max_out', depth: 0 },
  'max_weight(2)': { method: 'max_weight', depth: 2 },
  'max_weight(3)': { method: 'max_weight', depth: 3 },
  max_scc: { method: 'max_scc', depth: 2 },
  root_scc: { method: 'root_scc', depth: 2 },
}

export const METHODS = ['random', 'page_rank', 'out_degree', ...Object.keys(GREEDY)]

/**
 * What is measured: pages and value covered by seeds selected for the paper's kind of value, and
 * relevance covered by seeds selected for that.
 */
export const MEASURES = ['pages', 'value', 'relevance'] as const
export type CoverageMeasure = (typeof MEASURES)[number]

/** Coverage of one site by each method; undefined where the site has no value of that kind. */
export type SiteCoverage = Record<CoverageMeasure, Map<string, Grid> | undefined>

export function measureSite(site: CorpusSite, beta: Float32Array, seed: number): SiteCoverage {
  const { relevance, paper } = siteValues(site, beta)
  const byPaper = coverageByMethod(site, paper, seed)
  const relevantPages = relevance.reduce((count, value) => count + (value > 0 ? 1 : 0), 0)
  const isRelevant = relevantPages >= Math.min(MIN_RELEVANT_PAGES, relevance.length)
  return {
    pages: pick(byPaper, 'pages'),
    value: pick(byPaper, 'value'),
    relevance: isRelevant ? pick(coverageByMethod(site, relevance, seed), 'value') : undefined,
  }
}

function coverageByMethod(
  { graph }: CorpusSite,
  values: Float64Array,
  seed: number,
): Map<string, CoverageGrids> {
  const known = { graph, values }
  const draws = Array.from({ length: RANDOM_DRAWS }, (_, i) =>
    staticGrids(known, { method: 'random', randomSeed: draw(seed, i) }),
  )
  return new Map([
    ['random', meanGrids(draws)],
    ['page_rank', staticGrids(known, { method: 'page_rank' })],
    ['out_degree', staticGrids(known, { method: 'out_degree' })],
    ...Object.entries(GREEDY).map(([name, method]) => [name, greedyGrids(known, method)] as const),
  ])
}

function pick(all: Map<string, CoverageGrids>, what: keyof CoverageGrids): Map<string, Grid> {
  return new Map([...all].map(([name, grids]) => [name, grids[what]]))
}
