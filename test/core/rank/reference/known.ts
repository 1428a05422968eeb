export interface ReferenceLink {
  to: number
  alpha: number
}

/** A graph without self-loops and without parallel edges. */
export interface ReferenceGraph {
  nodeCount: number
  beta: readonly number[]
  out: readonly (readonly ReferenceLink[])[]
}

/**
 * What is known after the seeds and then `crawled` were crawled, in that order. Seeds are marked
 * crawled before any expansion (A3), so none of them is ever on the frontier.
 */
export interface Known {
  graph: ReferenceGraph
  seeds: readonly number[]
  crawled: readonly number[]
}

export function crawlOrder(known: Known): number[] {
  return [...known.seeds, ...known.crawled]
}

/** Nodes in discovery order, which decides ties (A1): by crawl, then by place among the links. */
export function frontierOf(known: Known): number[] {
  const order = crawlOrder(known)
  const crawled = new Set(order)
  const discovered = new Set(
    order.flatMap((node) => linksOf(known.graph, node).map(({ to }) => to)),
  )
  return [...discovered].filter((node) => !crawled.has(node))
}

export function linksOf(graph: ReferenceGraph, node: number): readonly ReferenceLink[] {
  return graph.out[node]!
}

export function betaOf(graph: ReferenceGraph, node: number): number {
  return graph.beta[node]!
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The average over nothing is 0, as navigational rank has it. */
export function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length
}
