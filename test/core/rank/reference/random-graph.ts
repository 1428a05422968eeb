import fc from 'fast-check'
import { draw } from '../../../../src/lib/draw.ts'
import { quantise } from '../../../../src/lib/fixed-point.ts'
import { frontierOf, type Known, type ReferenceGraph, type ReferenceLink } from './known.ts'

export interface GraphOptions {
  nodes: number
  meanOutDegree: number
  /** The share of nodes with a score, and of the links of those nodes that have one too. */
  relevant: number
  promising: number
}

const DEFAULTS: GraphOptions = { nodes: 60, meanOutDegree: 5, relevant: 0.4, promising: 0.3 }

/** Enough for thousands of steps, with the zeros of a real crawl: 98 links in 100 promise nothing. */
const LARGE: GraphOptions = { nodes: 6000, meanOutDegree: 8, relevant: 0.2, promising: 0.1 }

export function largeGraph(rngSeed: number): ReferenceGraph {
  return randomGraph(rngSeed, LARGE)
}

/** The degrees have a long tail, and nodes of low index are linked to more often. */
export function randomGraph(rngSeed: number, options: Partial<GraphOptions> = {}): ReferenceGraph {
  const { nodes, meanOutDegree, relevant, promising } = { ...DEFAULTS, ...options }
  let drawn = 0
  const chance = () => draw(rngSeed, drawn++) / 2 ** 32
  const count = (share: number) =>
    chance() < share ? 1 + Math.floor(-2 * Math.log1p(-chance())) : 0
  const degree = () => Math.floor(meanOutDegree / 2 / Math.sqrt(1 - chance()))

  const keywords = Array.from({ length: nodes }, () => count(relevant))
  const links = keywords.flatMap((_, from) =>
    Array.from({ length: Math.min(degree(), nodes) }, () => ({
      from,
      to: Math.floor(nodes * chance() ** 1.5),
      count: count(promising),
    })),
  )
  return assemble(keywords, links)
}

interface CountedLink {
  from: number
  to: number
  count: number
}

/** A link's window is part of its page, so a page without the keyword has no link with it. */
function assemble(keywords: readonly number[], links: readonly CountedLink[]): ReferenceGraph {
  const out = keywords.map(() => new Map<number, ReferenceLink>())
  for (const { from, to, count } of links) {
    if (from === to || out[from]!.has(to)) continue
    out[from]!.set(to, { to, alpha: keywords[from] === 0 ? 0 : scoreOf(count) })
  }
  return {
    nodeCount: keywords.length,
    beta: keywords.map(scoreOf),
    out: out.map((targets) => [...targets.values()]),
  }
}

/** Quantised, so that sums are exact in whatever order they are made and ties are real ties. */
function scoreOf(count: number): number {
  return quantise(Math.log1p(count))
}

const MIN_NODES = 5
const MAX_NODES = 60

/** Three in five nodes have no score, and four in five links of the others have none. */
const keywordCount = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 12 }) },
)
const linkCount = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
)

export const graphArbitrary: fc.Arbitrary<ReferenceGraph> = fc
  .integer({ min: MIN_NODES, max: MAX_NODES })
  .chain((nodes) => {
    const node = fc.nat(nodes - 1)
    return fc.tuple(
      fc.array(keywordCount, { minLength: nodes, maxLength: nodes }),
      fc.array(fc.record({ from: node, to: node, count: linkCount }), {
        minLength: nodes,
        maxLength: 5 * nodes,
        size: 'max',
      }),
    )
  })
  .map(([keywords, links]) => assemble(keywords, links))

/** A graph and one to three seeds, nothing crawled yet. */
export const startArbitrary: fc.Arbitrary<Known> = graphArbitrary.chain((graph) =>
  fc
    .uniqueArray(fc.nat(graph.nodeCount - 1), { minLength: 1, maxLength: 3 })
    .map((seeds) => ({ graph, seeds, crawled: [] })),
)

/** A crawl that took any node of the frontier at each step, and was left at any step. */
export const knownArbitrary: fc.Arbitrary<Known> = fc
  .tuple(startArbitrary, fc.array(fc.nat(), { maxLength: MAX_NODES, size: 'max' }))
  .map(([start, picks]) => {
    const crawled: number[] = []
    for (const pick of picks) {
      const frontier = frontierOf({ ...start, crawled })
      if (frontier.length === 0) break
      crawled.push(frontier[pick % frontier.length]!)
    }
    return { ...start, crawled }
  })
