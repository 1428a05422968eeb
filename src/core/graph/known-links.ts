import type { Archive } from '../../lib/archive.ts'
import { grow } from '../../lib/grow.ts'
import type { NodeId } from './node-table.ts'

/** The source of a link that was replaced. It stays in its chain until the links are compacted. */
const REPLACED = -1
/** Replaced links take a quarter of the room at most, as much as columns keep to grow. */
const MAX_REPLACED_SHARE = 1 / 4

/**
 * Who links to whom among the known nodes, for the estimators that look beyond a node's parents.
 * Links out of a crawled node stand together; links into a node are chained, newest first.
 */
export class KnownLinks {
  #length = 0
  #replaced = 0
  #nodes = 0
  #source = new Int32Array(64)
  #target = new Int32Array(64)
  #linkScore = new Float32Array(64)
  #nextIn = new Int32Array(64)
  /** Edge plus one; 0 for none. */
  #lastIn = new Int32Array(64)
  #firstOut = new Int32Array(64)
  #outDegree = new Int32Array(64)
  #inDegree = new Int32Array(64)

  /** Links that take room, including those that were replaced and are not compacted yet. */
  get length(): number {
    return this.#length
  }

  /** The node's own links, all at once. */
  add(source: NodeId, links: Links): void {
    this.#makeRoomFor(source)
    this.#firstOut[source] = this.#length
    this.#outDegree[source] = links.targets.length
    for (let i = 0; i < links.targets.length; i++) {
      this.#append(source, links.targets[i]!, links.linkScores[i]!)
    }
  }

  /**
   * The node has these links instead of those it had. The new ones are appended and the old ones
   * marked, since taking a link out of a chain would cost as much as its target has links; marked
   * links are swept out once they are a quarter of all, so a replaced link costs O(1) in the mean.
   */
  replace(source: NodeId, links: Links): void {
    if (this.#areLinksOf(source, links)) return
    const first = this.#firstOut[source] ?? 0
    const end = first + this.outDegree(source)
    for (let edge = first; edge < end; edge++) {
      this.#source[edge] = REPLACED
      this.#inDegree[this.#target[edge]!]!--
    }
    this.#replaced += end - first
    this.add(source, links)
    if (this.#replaced > MAX_REPLACED_SHARE * this.#length) this.#compact()
  }

  outDegree(node: NodeId): number {
    return this.#outDegree[node] ?? 0
  }

  inDegree(node: NodeId): number {
    return this.#inDegree[node] ?? 0
  }

  eachOut(node: NodeId, visit: (target: NodeId, linkScore: number) => void): void {
    const first = this.#firstOut[node] ?? 0
    const end = first + this.outDegree(node)
    for (let edge = first; edge < end; edge++) {
      visit(this.#target[edge]! as NodeId, this.#linkScore[edge]!)
    }
  }

  eachIn(node: NodeId, visit: (source: NodeId, linkScore: number) => void): void {
    for (let edge = (this.#lastIn[node] ?? 0) - 1; edge >= 0; edge = this.#nextIn[edge]! - 1) {
      const source = this.#source[edge]!
      if (source !== REPLACED) visit(source as NodeId, this.#linkScore[edge]!)
    }
  }

  archive(archive: Archive): void {
    this.#length = archive.number(this.#length)
    this.#replaced = archive.number(this.#replaced)
    this.#nodes = archive.number(this.#nodes)
    this.#source = archive.column(this.#source, this.#length)
    this.#target = archive.column(this.#target, this.#length)
    this.#linkScore = archive.column(this.#linkScore, this.#length)
    this.#nextIn = archive.column(this.#nextIn, this.#length)
    this.#lastIn = archive.column(this.#lastIn, this.#nodes)
    this.#firstOut = archive.column(this.#firstOut, this.#nodes)
    this.#outDegree = archive.column(this.#outDegree, this.#nodes)
    this.#inDegree = archive.column(this.#inDegree, this.#nodes)
  }

  #areLinksOf(source: NodeId, { targets, linkScores }: Links): boolean {
    if (targets.length !== this.outDegree(source)) return false
    const first = this.#firstOut[source] ?? 0
    return targets.every((target, i) => {
      const edge = first + i
      return this.#target[edge] === target && this.#linkScore[edge] === Math.fround(linkScores[i]!)
    })
  }

  /** Moves the links that are left together, in their order, and chains them anew. */
  #compact(): void {
    const edges = this.#length
    this.#length = 0
    this.#replaced = 0
    this.#lastIn.fill(0)
    this.#inDegree.fill(0)
    for (let edge = 0; edge < edges; edge++) {
      const source = this.#source[edge]!
      if (source === REPLACED) continue
      if (this.#firstOut[source] === edge) this.#firstOut[source] = this.#length
      this.#append(source as NodeId, this.#target[edge]! as NodeId, this.#linkScore[edge]!)
    }
  }

  #append(source: NodeId, target: NodeId, linkScore: number): void {
    const edge = this.#length++
    this.#makeRoomFor(target)
    this.#source = grow(this.#source, this.#length)
    this.#target = grow(this.#target, this.#length)
    this.#linkScore = grow(this.#linkScore, this.#length)
    this.#nextIn = grow(this.#nextIn, this.#length)
    this.#source[edge] = source
    this.#target[edge] = target
    this.#linkScore[edge] = linkScore
    this.#nextIn[edge] = this.#lastIn[target]!
    this.#lastIn[target] = edge + 1
    this.#inDegree[target]!++
  }

  #makeRoomFor(node: NodeId): void {
    if (node < this.#nodes) return
    this.#nodes = node + 1
    this.#lastIn = grow(this.#lastIn, this.#nodes)
    this.#firstOut = grow(this.#firstOut, this.#nodes)
    this.#outDegree = grow(this.#outDegree, this.#nodes)
    this.#inDegree = grow(this.#inDegree, this.#nodes)
  }
}

/** The links of one page, each target once. */
export interface Links {
  targets: readonly NodeId[]
  /** α, at the same places. */
  linkScores: readonly number[]
  /** Where it is known. */
  classes?: EdgeClasses | undefined
}

/** The classes of a page's links by where in it they stand. Class 0 is that of which nothing is known. */
export interface EdgeClasses {
  /** The class of each edge. */
  readonly ofEdges: readonly number[]
  /** Classes known before the page. */
  readonly known: number
  /** What makes the classes met first on this page, which are numbered from there on. */
  readonly added: readonly (readonly number[])[]
}
