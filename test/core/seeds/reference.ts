import { SEED_PAGE_RANK } from '../../../src/core/seeds/importance.ts'
import type { KnownGraph } from '../../../src/core/seeds/known-graph.ts'
import type { SeedOptions } from '../../../src/core/seeds/select-seeds.ts'
import { pageRank } from '../../../src/lib/page-rank.ts'
import type { Graph } from '../../../src/lib/sparse-graph.ts'

/** Nodes by number and nothing clever: every choice looks at everything again. */
type Nodes = readonly number[]

function targetsOf({ outStart, outTarget }: Graph, node: number): Nodes {
  return Array.from(outTarget.subarray(outStart[node], outStart[node + 1]))
}

export function within(graph: Graph, start: number, hops: number): Set<number> {
  let near = new Set([start])
  for (let hop = 0; hop < Math.min(hops, graph.nodeCount); hop++) {
    near = new Set([...near].flatMap((node) => [node, ...targetsOf(graph, node)]))
  }
  return near
}

/** The strongly connected component of each node, by its lowest member. */
export function componentNames(graph: Graph): number[] {
  const reached = Array.from({ length: graph.nodeCount }, (_, node) =>
    within(graph, node, Infinity),
  )
  return reached.map((nodes, node) => Math.min(...[...nodes].filter((n) => reached[n]!.has(node))))
}

/** The first of the highest. */
function highest(nodes: Nodes, scoreOf: (node: number) => number): number | undefined {
  const scores = nodes.map(scoreOf)
  return nodes[scores.indexOf(Math.max(...scores))]
}

/** The seeds that the formulas of Zheng, Dmitriev and Giles select; not of `random`. */
export function referenceSeeds(known: KnownGraph, options: SeedOptions): number[] {
  const candidates = Array.from({ length: known.graph.nodeCount }, (_, node) => node).filter(
    (node) => known.isCandidate?.[node] !== 0,
  )
  const selection = new Reference(known, options)
  if (options.perSite === 'none') selection.pick(candidates, options.seeds)
  else for (const share of siteShares(known, options, candidates)) selection.pick(...share)
  return selection.seeds
}

function siteShares(
  { graph, siteOf }: KnownGraph,
  { seeds, perSite }: SeedOptions,
  candidates: Nodes,
): [candidates: Nodes, seeds: number][] {
  const ranks = pageRank(graph, SEED_PAGE_RANK)
  const sites = [...new Set(candidates.map((node) => siteOf![node]!))].toSorted((a, b) => a - b)
  const importance = new Map(sites.map((site) => [site, 0]))
  for (const [node, site] of siteOf!.entries()) {
    if (!importance.has(site)) continue
    importance.set(site, importance.get(site)! + (perSite === 'pages' ? 1 : ranks[node]!))
  }
  const total = sites.reduce((sum, site) => sum + importance.get(site)!, 0)
  const shares = new Map(sites.map((site) => [site, (seeds * importance.get(site)!) / total]))
  const whole = (site: number) => Math.floor(shares.get(site)!)
  const rest = (site: number) => shares.get(site)! - whole(site)
  const left = seeds - sites.reduce((sum, site) => sum + whole(site), 0)
  const lucky = new Set(sites.toSorted((a, b) => rest(b) - rest(a)).slice(0, left))
  return sites
    .toSorted((a, b) => importance.get(b)! - importance.get(a)!)
    .map((site) => [
      candidates.filter((node) => siteOf![node] === site),
      whole(site) + (lucky.has(site) ? 1 : 0),
    ])
}

class Reference {
  readonly seeds: number[] = []
  readonly #known: KnownGraph
  readonly #options: SeedOptions
  readonly #covered = new Set<number>()
  readonly #components: number[]

  constructor(known: KnownGraph, options: SeedOptions) {
    this.#known = known
    this.#options = options
    this.#components = componentNames(known.graph)
  }

  pick(candidates: Nodes, count: number): void {
    for (let i = 0; i < count; i++) {
      const seed = this.#next(candidates.filter((node) => !this.seeds.includes(node)))
      if (seed === undefined) return
      this.seeds.push(seed)
      for (const node of within(this.#known.graph, seed, this.#options.hops)) {
        this.#covered.add(node)
      }
    }
  }

  #next(candidates: Nodes): number | undefined {
    const { graph } = this.#known
    const { method } = this.#options
    if (method === 'page_rank') {
      const ranks = pageRank(graph, SEED_PAGE_RANK)
      return highest(candidates, (node) => ranks[node]!)
    }
    if (method === 'out_degree') return highest(candidates, (node) => targetsOf(graph, node).length)
    if (this.#left([...this.#components.keys()]).every((value) => value === 0)) return undefined
    if (method === 'max_out') return this.#maxOut(candidates)
    if (method === 'max_weight') return this.#maxWeight(candidates)
    return this.#inComponent(candidates)
  }

  #maxOut(candidates: Nodes): number | undefined {
    const open = (node: number) =>
      targetsOf(this.#known.graph, node).filter((target) => !this.#covered.has(target)).length
    const selectable = candidates.filter((node) => !this.#covered.has(node))
    return unlessWorthless(highest(selectable, open), open)
  }

  #maxWeight(candidates: Nodes): number | undefined {
    const { depth } = this.#options
    const worth = (node: number) => this.#worth([...within(this.#known.graph, node, depth)])
    return unlessWorthless(highest(candidates, worth), worth)
  }

  #inComponent(candidates: Nodes): number | undefined {
    const members = (name: number) =>
      [...this.#components.keys()].filter((node) => this.#components[node] === name)
    const worth = (name: number) => this.#worth(members(name))
    const names = [...new Set(this.#eligible(candidates))].toSorted((a, b) => a - b)
    const richest = unlessWorthless(highest(names, worth), worth)
    if (richest === undefined) return undefined
    const chosen = this.#options.method === 'max_scc' ? richest : this.#root(richest, names, worth)
    return this.#maxWeight(candidates.filter((node) => this.#components[node] === chosen))
  }

  /** Components with a candidate, whether or not it is a seed already. */
  #eligible(candidates: Nodes): Nodes {
    const site = this.#known.siteOf?.[candidates[0] ?? -1]
    const seeds = this.seeds.filter(
      (seed) => this.#options.perSite === 'none' || this.#known.siteOf?.[seed] === site,
    )
    return [...candidates, ...seeds].map((node) => this.#components[node]!)
  }

  #root(name: number, names: Nodes, worth: (name: number) => number): number {
    const { graph } = this.#known
    const isLinkedTo = (other: number) =>
      [...this.#components.keys()].some(
        (node) =>
          this.#components[node] !== other &&
          targetsOf(graph, node).some((target) => this.#components[target] === other),
      )
    const roots = names.filter(
      (other) => !isLinkedTo(other) && within(graph, other, Infinity).has(name),
    )
    return highest(roots, worth) ?? name
  }

  #worth(nodes: Nodes): number {
    return this.#left(nodes).reduce((sum, value) => sum + value, 0)
  }

  #left(nodes: Nodes): number[] {
    return nodes.map((node) => (this.#covered.has(node) ? 0 : this.#known.values[node]!))
  }
}

function unlessWorthless(
  node: number | undefined,
  scoreOf: (node: number) => number,
): number | undefined {
  return node !== undefined && scoreOf(node) > 0 ? node : undefined
}
