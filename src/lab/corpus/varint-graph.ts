import { BrokenBytes, ByteReader } from '../../lib/byte-reader.ts'
import { grow } from '../../lib/grow.ts'
import type { Graph } from '../../lib/sparse-graph.ts'
import { BadCorpus } from './corpus.ts'

/** A graph as read, and the links it was made of before self-loops and parallels went. */
export interface ReadGraph {
  graph: Graph
  linkCount: number
}

/**
 * Reads, for each node, a varint out-degree, a zigzag varint (first target - own id) and varint
 * gaps between the sorted targets. `file` is for messages.
 */
export function readVarintGraph(bytes: Uint8Array, file: string): ReadGraph {
  const rows = new Rows(bytes)
  try {
    while (rows.readNode());
  } catch (error) {
    if (error instanceof BrokenBytes) throw broken(file, rows.nodeCount, error)
    throw error
  }
  const graph = rows.graph()
  checkTargets(graph, file)
  return { graph, linkCount: rows.linkCount }
}

class Rows {
  readonly #reader: ByteReader
  readonly #byteCount: number
  #outStart = new Uint32Array(1024)
  #outTarget = new Uint32Array(1024)
  #edgeCount = 0
  nodeCount = 0
  linkCount = 0

  constructor(bytes: Uint8Array) {
    this.#reader = new ByteReader(bytes)
    this.#byteCount = bytes.length
  }

  /** `false` if there is none left. */
  readNode(): boolean {
    if (this.#reader.left === 0) return false
    const degree = this.#reader.count()
    this.#outTarget = grow(this.#outTarget, this.#edgeCount + degree)
    this.#readTargets(degree)
    this.linkCount += degree
    this.nodeCount++
    this.#outStart = grow(this.#outStart, this.nodeCount + 1)
    this.#outStart[this.nodeCount] = this.#edgeCount
    return true
  }

  #readTargets(degree: number): void {
    let target = this.nodeCount
    for (let index = 0; index < degree; index++) {
      const gap = index === 0 ? this.#reader.zigzag() : this.#reader.varint()
      target += gap
      if (target < 0 || target > 0xffffffff) throw this.#outside(target)
      const isParallel = index > 0 && gap === 0
      if (isParallel || target === this.nodeCount) continue
      this.#outTarget[this.#edgeCount++] = target
    }
  }

  #outside(target: number): BrokenBytes {
    return new BrokenBytes(`a link to unknown node ${target}`, this.#byteCount - this.#reader.left)
  }

  graph(): Graph {
    return {
      nodeCount: this.nodeCount,
      edgeCount: this.#edgeCount,
      outStart: this.#outStart.slice(0, this.nodeCount + 1),
      outTarget: this.#outTarget.slice(0, this.#edgeCount),
    }
  }
}

/** Checks targets last, when the number of nodes is known. */
function checkTargets({ nodeCount, outStart, outTarget }: Graph, file: string): void {
  const edge = outTarget.findIndex((target) => target >= nodeCount)
  if (edge < 0) return
  throw new BadCorpus({
    file,
    at: `node ${outStart.findIndex((end) => end > edge) - 1}`,
    what: `a link to unknown node ${outTarget[edge]}: the file has ${nodeCount} nodes`,
    mend: 'copy the file again, or build it again from the same nodes',
  })
}

function broken(file: string, node: number, cause: BrokenBytes): BadCorpus {
  return new BadCorpus(
    {
      file,
      at: `byte ${cause.offset} (unpacked), node ${node}`,
      what: `the varint stream is broken or cut (${cause.message})`,
      mend: 'copy the file again',
    },
    { cause },
  )
}
