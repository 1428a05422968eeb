import type { Graph } from '../../lib/sparse-graph.ts'

/** Links as they stand in a file: those of node u from `start[u]` to before `start[u + 1]`. */
export interface LinkRows {
  /** One entry a node and one more. */
  start: Uint32Array
  target: Uint32Array
}

/** A graph that remembers which links of the file each of its edges stands for. */
export interface MergedLinks {
  graph: Graph
  /** The links of edge e are `link[linkStart[e]]` to before `link[linkStart[e + 1]]`. */
  linkStart: Uint32Array
  link: Uint32Array
}

/** Sorts the links of every node by target, merges the parallel ones, drops self-loops. */
export function mergeLinks(rows: LinkRows): MergedLinks {
  const nodeCount = rows.start.length - 1
  const merge = new Merge(rows.target.length, nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    for (const link of byTarget(rows, node)) merge.add(node, rows.target[link]!, link)
    merge.endNode(node)
  }
  return merge.done()
}

/** The links of a node by target, then as in the file. */
function byTarget({ start, target }: LinkRows, node: number): number[] {
  const first = start[node]!
  const links = Array.from({ length: start[node + 1]! - first }, (_, index) => first + index)
  return links.toSorted((a, b) => target[a]! - target[b]! || a - b)
}

class Merge {
  readonly #outStart: Uint32Array
  readonly #outTarget: Uint32Array
  readonly #linkStart: Uint32Array
  readonly #link: Uint32Array
  #edges = 0
  #links = 0
  #rowStart = 0

  constructor(linkCount: number, nodeCount: number) {
    this.#outStart = new Uint32Array(nodeCount + 1)
    this.#outTarget = new Uint32Array(linkCount)
    this.#linkStart = new Uint32Array(linkCount + 1)
    this.#link = new Uint32Array(linkCount)
  }

  add(source: number, target: number, link: number): void {
    if (source === target) return
    const isParallel = this.#edges > this.#rowStart && this.#outTarget[this.#edges - 1] === target
    if (!isParallel) this.#outTarget[this.#edges++] = target
    this.#link[this.#links++] = link
    this.#linkStart[this.#edges] = this.#links
  }

  endNode(node: number): void {
    this.#outStart[node + 1] = this.#edges
    this.#rowStart = this.#edges
  }

  done(): MergedLinks {
    const edgeCount = this.#edges
    return {
      graph: {
        nodeCount: this.#outStart.length - 1,
        edgeCount,
        outStart: this.#outStart,
        outTarget: this.#outTarget.slice(0, edgeCount),
      },
      linkStart: this.#linkStart.slice(0, edgeCount + 1),
      link: this.#link.slice(0, this.#links),
    }
  }
}
