import type { KnownGraph } from './known-graph.ts'
import type { JoinedPage, JoinedPages } from './page-graph.ts'
import { pageValues, type ValueWeights } from './page-values.ts'

/** What seeds are selected on where pages are those that campaigns read. */
export function knownPages({ graph, pages }: JoinedPages, weights: ValueWeights): KnownGraph {
  const siteOf = numberSites(pages)
  const values = pageValues(
    {
      graph,
      relevance: pages.map(({ score }) => score),
      isUnwanted: Uint8Array.from(pages, ({ isDuplicate }) => Number(isDuplicate)),
      isWanted: Uint8Array.from(pages, (page) => Number(page.isLabelled && page.score > 0)),
      discovery: {
        siteOf,
        newLinkShares: newLinkShares(pages, siteOf),
        unreadLinks: Uint32Array.from(pages, ({ uncrawled }) => uncrawled),
      },
    },
    weights,
  )
  return { graph, values, siteOf }
}

function numberSites(pages: readonly JoinedPage[]): Uint32Array {
  const numbers = new Map<string, number>()
  return Uint32Array.from(pages, ({ site }) => {
    const known = numbers.get(site)
    if (known !== undefined) return known
    numbers.set(site, numbers.size)
    return numbers.size - 1
  })
}

/** Share of the links of each site that led to a page not known before. */
function newLinkShares(pages: readonly JoinedPage[], siteOf: Uint32Array): number[] {
  const links: number[] = []
  const newLinks: number[] = []
  for (const [node, page] of pages.entries()) {
    const site = siteOf[node]!
    links[site] = (links[site] ?? 0) + page.links
    newLinks[site] = (newLinks[site] ?? 0) + page.newLinks
  }
  return links.map((count, site) => (count === 0 ? 0 : newLinks[site]! / count))
}
