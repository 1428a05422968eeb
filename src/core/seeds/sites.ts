import { allocate } from './allocation.ts'
import { rankPages } from './importance.ts'
import { candidatesOf, type KnownGraph } from './known-graph.ts'
import type { LinkMeter, Sliced } from './link-meter.ts'

/** What makes a site important: the number of its pages, or the sum of their PageRank. */
export type SiteImportance = 'pages' | 'page_rank'

/** Whether each site has its share of the seeds, and by what importance. */
export const SITE_ALLOCATIONS = ['none', 'pages', 'page_rank'] as const

/** Candidates among which a number of seeds are picked. */
export interface Share {
  candidates: Uint32Array
  seeds: number
}

interface SharedSeeds {
  seeds: number
  perSite: 'none' | SiteImportance
}

/** Divides the seeds among the sites, the most important first; one share where sites do not matter. */
export function* shareOut(
  known: KnownGraph,
  { seeds, perSite }: SharedSeeds,
  meter: LinkMeter,
): Sliced<Share[]> {
  const candidates = candidatesOf(known)
  if (perSite === 'none') return [{ candidates, seeds }]
  const { graph, siteOf } = known
  if (siteOf === undefined) throw new Error('an allocation over sites needs the site of each page')
  const ranks = perSite === 'page_rank' ? yield* rankPages(graph, meter) : undefined
  const bySite = groupBySite(candidates, siteOf)
  const importance = new Float64Array(bySite.length)
  for (let node = 0; node < graph.nodeCount; node++) {
    const site = siteOf[node]!
    // A site without candidates can take no seed.
    if ((bySite[site]?.length ?? 0) > 0) importance[site]! += ranks?.[node] ?? 1
  }
  const shares = allocate(seeds, importance)
  return Array.from(shares.keys())
    .filter((site) => shares[site]! > 0)
    .toSorted((a, b) => importance[b]! - importance[a]! || a - b)
    .map((site) => ({ candidates: bySite[site]!, seeds: shares[site]! }))
}

function groupBySite(candidates: Uint32Array, siteOf: Uint32Array): Uint32Array[] {
  let siteCount = 0
  for (const node of candidates) siteCount = Math.max(siteCount, siteOf[node]! + 1)
  const ends = new Uint32Array(siteCount)
  for (const node of candidates) ends[siteOf[node]!]!++
  const groups = Array.from(ends, (count) => new Uint32Array(count))
  const filled = new Uint32Array(siteCount)
  for (const node of candidates) {
    const site = siteOf[node]!
    groups[site]![filled[site]!++] = node
  }
  return groups
}
