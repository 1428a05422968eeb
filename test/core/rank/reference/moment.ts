import { crawlOrder, linksOf, type Known, type ReferenceGraph } from './known.ts'

export interface Parent {
  node: number
  alpha: number
}

/** A crawl as it stood when its first `now` nodes, seeds included, were crawled. */
export interface Moment {
  graph: ReferenceGraph
  /** Links into each node, in the order the sources were crawled; later sources are in it too. */
  links: readonly (readonly Parent[])[]
  /** Place in the order of the crawl, `Infinity` for what is not crawled. */
  crawledAt: readonly number[]
  now: number
}

export function latestMoment(known: Known): Moment {
  const { graph } = known
  const order = crawlOrder(known)
  const links = Array.from({ length: graph.nodeCount }, (): Parent[] => [])
  const crawledAt = Array.from({ length: graph.nodeCount }, () => Infinity)
  for (const [place, node] of order.entries()) {
    crawledAt[node] = place
    for (const { to, alpha } of linksOf(graph, node)) links[to]!.push({ node, alpha })
  }
  return { graph, links, crawledAt, now: order.length }
}

export function isCrawled(moment: Moment, node: number): boolean {
  return moment.crawledAt[node]! < moment.now
}

export function parentsOf(moment: Moment, node: number): Parent[] {
  return moment.links[node]!.filter((parent) => isCrawled(moment, parent.node))
}

/** A number that the graph around a frontier node gives it at some moment. */
export type Feature = (moment: Moment, node: number) => number
