import type { Graph } from '../../lib/sparse-graph.ts'
import type { LinkMeter, Sliced } from './link-meter.ts'
import { Reach } from './reach.ts'
import type { Components } from './strong-components.ts'

/** The components and the links between them, turned round: from each to those that link to it. */
export function* condense(graph: Graph, components: Components, meter: LinkMeter): Sliced<Graph> {
  const counted = new LinksBetween(graph, components)
  const outStart = new Uint32Array(components.count + 1)
  yield* counted.visit(meter, (_, target) => outStart[target + 1]!++)
  for (let c = 0; c < components.count; c++) outStart[c + 1]! += outStart[c]!
  const outTarget = new Uint32Array(outStart[components.count]!)
  const next = outStart.slice()
  const listed = new LinksBetween(graph, components)
  yield* listed.visit(meter, (source, target) => (outTarget[next[target]!++] = source))
  return { nodeCount: components.count, edgeCount: outTarget.length, outStart, outTarget }
}

/** Each pair of linked components once. */
class LinksBetween {
  readonly #graph: Graph
  readonly #components: Components
  /** The last component, plus one, that linked to each. */
  readonly #linkedBy: Uint32Array

  constructor(graph: Graph, components: Components) {
    this.#graph = graph
    this.#components = components
    this.#linkedBy = new Uint32Array(components.count)
  }

  *visit(meter: LinkMeter, found: (source: number, target: number) => void): Sliced<void> {
    const { outStart } = this.#graph
    const { members, of } = this.#components
    for (const node of members) {
      this.#visitLinks(node, of[node]!, found)
      meter.links += outStart[node + 1]! - outStart[node]!
      if (meter.isPauseDue()) yield
    }
  }

  #visitLinks(node: number, source: number, found: (source: number, target: number) => void) {
    const { outStart, outTarget } = this.#graph
    for (let edge = outStart[node]!; edge < outStart[node + 1]!; edge++) {
      const target = this.#components.of[outTarget[edge]!]!
      if (target === source || this.#linkedBy[target] === source + 1) continue
      this.#linkedBy[target] = source + 1
      found(source, target)
    }
  }
}

/** Finds the roots from which a component can be reached: components that none links to. */
export class Roots {
  readonly #parents: Graph
  readonly #reach: Reach

  /** `parents` as `condense` makes it. */
  constructor(parents: Graph, meter: LinkMeter) {
    this.#parents = parents
    this.#reach = new Reach(parents, meter)
  }

  /** Ascending; the component itself where none links to it. */
  *above(component: number): Sliced<Uint32Array> {
    const { outStart } = this.#parents
    const count = yield* this.#reach.search(component, Infinity)
    const ancestors = this.#reach.found.subarray(0, count)
    return ancestors.filter((one) => outStart[one] === outStart[one + 1]).toSorted()
  }
}
