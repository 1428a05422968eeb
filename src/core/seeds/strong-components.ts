import type { Graph } from '../../lib/sparse-graph.ts'
import type { LinkMeter, Sliced } from './link-meter.ts'

/** Strongly connected components, numbered in the order of their lowest members. */
export interface Components {
  count: number
  /** The component of each node. */
  of: Uint32Array
  /** The members of component c are those at `start[c]` to `start[c + 1] - 1`, ascending. */
  start: Uint32Array
  members: Uint32Array
}

export function* strongComponents(graph: Graph, meter: LinkMeter): Sliced<Components> {
  const tarjan = new Tarjan(graph)
  for (let root = 0; root < graph.nodeCount; root++) {
    tarjan.enter(root)
    while (tarjan.advance()) {
      if (++meter.links && meter.isPauseDue()) yield
    }
  }
  return group(tarjan.component)
}

/** Tarjan 1972 without recursion: a path through a large graph is longer than any call stack. */
class Tarjan {
  /** Any member's number plus one, the same for all members of a component. */
  readonly component: Uint32Array
  readonly #graph: Graph
  /** Order of entering, from 1; 0 for nodes not entered yet. */
  readonly #index: Uint32Array
  readonly #low: Uint32Array
  readonly #nextEdge: Uint32Array
  /** Entered nodes whose component is not known yet. */
  readonly #open: Uint32Array
  /** The path from the root to the node looked at. */
  readonly #path: Uint32Array
  #entered = 0
  #openCount = 0
  #pathLength = 0

  constructor(graph: Graph) {
    this.#graph = graph
    this.component = new Uint32Array(graph.nodeCount)
    this.#index = new Uint32Array(graph.nodeCount)
    this.#low = new Uint32Array(graph.nodeCount)
    this.#nextEdge = graph.outStart.slice(0, graph.nodeCount)
    this.#open = new Uint32Array(graph.nodeCount)
    this.#path = new Uint32Array(graph.nodeCount)
  }

  enter(node: number): void {
    if (this.#index[node] !== 0) return
    this.#index[node] = this.#low[node] = ++this.#entered
    this.#open[this.#openCount++] = node
    this.#path[this.#pathLength++] = node
  }

  /** Looks at one link, or leaves a node; false when the path is walked. */
  advance(): boolean {
    if (this.#pathLength === 0) return false
    const node = this.#path[this.#pathLength - 1]!
    if (this.#nextEdge[node] === this.#graph.outStart[node + 1]) {
      this.#leave(node)
      return true
    }
    const target = this.#graph.outTarget[this.#nextEdge[node]!++]!
    if (this.#index[target] === 0) this.enter(target)
    else if (this.component[target] === 0) this.#lower(node, this.#index[target]!)
    return true
  }

  #leave(node: number): void {
    this.#pathLength--
    if (this.#pathLength > 0) this.#lower(this.#path[this.#pathLength - 1]!, this.#low[node]!)
    if (this.#low[node] !== this.#index[node]) return
    let member: number
    do {
      member = this.#open[--this.#openCount]!
      this.component[member] = node + 1
    } while (member !== node)
  }

  #lower(node: number, to: number): void {
    if (to < this.#low[node]!) this.#low[node] = to
  }
}

function group(component: Uint32Array): Components {
  const number = new Uint32Array(component.length + 1)
  const of = new Uint32Array(component.length)
  let count = 0
  for (let node = 0; node < of.length; node++) {
    const name = component[node]!
    if (number[name] === 0) number[name] = ++count
    of[node] = number[name]! - 1
  }
  const start = new Uint32Array(count + 1)
  for (const c of of) start[c + 1]!++
  for (let c = 0; c < count; c++) start[c + 1]! += start[c]!
  const next = start.slice()
  const members = new Uint32Array(of.length)
  for (let node = 0; node < of.length; node++) members[next[of[node]!]!++] = node
  return { count, of, start, members }
}
