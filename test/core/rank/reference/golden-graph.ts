import type { Known, ReferenceGraph } from './known.ts'

const NAMES = ['s', 'a', 'b', 'c', 'd', 'e'] as const
type Name = (typeof NAMES)[number]

const KEYWORDS: Record<Name, number> = { s: 2, a: 1, b: 0, c: 3, d: 0, e: 1 }

/** Target and keyword count of each link. */
const LINKS: Record<Name, [Name, number][]> = {
  s: [
    ['a', 1],
    ['b', 0],
    ['c', 0],
  ],
  a: [
    ['c', 2],
    ['d', 0],
  ],
  b: [
    ['d', 0],
    ['e', 0],
  ],
  c: [
    ['e', 1],
    ['s', 0],
  ],
  d: [],
  e: [],
}

const graph: ReferenceGraph = {
  nodeCount: NAMES.length,
  beta: NAMES.map((name) => Math.log1p(KEYWORDS[name])),
  out: NAMES.map((name) =>
    LINKS[name].map(([to, count]) => ({ to: golden(to), alpha: Math.log1p(count) })),
  ),
}

/** The index of a node of the golden graph. */
export function golden(name: Name): number {
  return NAMES.indexOf(name)
}

/** The graph whose estimates were worked out by hand, after seed s and then these. */
export function goldenAfter(...crawled: Name[]): Known {
  return { graph, seeds: [golden('s')], crawled: crawled.map(golden) }
}
