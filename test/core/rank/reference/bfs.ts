import { crawlOrder, frontierOf, linksOf, type Known } from './known.ts'

export function bfsEstimates(known: Known): Map<number, number> {
  const distances = bfsDistances(known)
  return new Map(frontierOf(known).map((node) => [node, 1 / (distances.get(node)! + 1)]))
}

/** The shortest known way from a seed, whatever the order of the crawl was (A18). */
export function bfsDistances(known: Known): Map<number, number> {
  const crawled = new Set(crawlOrder(known))
  const distances = new Map(known.seeds.map((seed) => [seed, 0]))
  // A map visits what is added to it while it is walked: it is the queue too.
  for (const [node, distance] of distances) {
    if (!crawled.has(node)) continue
    for (const { to } of linksOf(known.graph, node)) {
      if (!distances.has(to)) distances.set(to, distance + 1)
    }
  }
  return distances
}
