import type { Archive } from '../../../lib/archive.ts'
import { grow } from '../../../lib/grow.ts'
import type { SipKey } from '../../../lib/siphash.ts'
import type { NodeId } from '../../graph/node-table.ts'
import { UrlIndex } from '../../graph/url-index.ts'

/** Finds the node of a URL, and the record of a node. */
export class NodeIndex {
  readonly urls: UrlIndex
  readonly discoveries = new DiscoveryIndex()
  readonly visits = new VisitIndex()

  constructor(salt: SipKey, slotSecret: SipKey) {
    this.urls = new UrlIndex(salt, slotSecret)
  }

  archive(archive: Archive): void {
    this.urls.archive(archive)
    this.discoveries.archive(archive)
    this.visits.archive(archive)
  }
}

/** Which record discovered a node. Ids are assigned in order, so the first id of each record suffices. */
class DiscoveryIndex {
  #length = 0
  #seq = new Uint32Array(16)
  #firstNode = new Uint32Array(16)

  /** The records that discovered anything. */
  get length(): number {
    return this.#length
  }

  add(seq: number, firstNode: number): void {
    const row = this.#length++
    this.#seq = grow(this.#seq, this.#length)
    this.#firstNode = grow(this.#firstNode, this.#length)
    this.#seq[row] = seq
    this.#firstNode[row] = firstNode
  }

  archive(archive: Archive): void {
    this.#length = archive.number(this.#length)
    this.#seq = archive.column(this.#seq, this.#length)
    this.#firstNode = archive.column(this.#firstNode, this.#length)
  }

  /** The record's number, and the node's index among those it discovered. */
  find(node: NodeId): { seq: number; place: number } {
    const row = this.#lastUpTo(this.#firstNode, node)
    return { seq: this.#seq[row]!, place: node - this.#firstNode[row]! }
  }

  /** The first node that a record discovered; the record must have discovered some. */
  firstOf(seq: number): NodeId {
    return this.#firstNode[this.#lastUpTo(this.#seq, seq)]! as NodeId
  }

  /** The last row whose entry is at most `most`; entries ascend. */
  #lastUpTo(column: Uint32Array, most: number): number {
    let low = 0
    let high = this.#length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (column[middle]! <= most) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** Which record has the last attempt at a node: the node of each record, in four bytes. */
class VisitIndex {
  #length = 0
  /** The node of each record, plus one; 0 for a record that is no step. */
  #node = new Uint32Array(16)

  get bytes(): number {
    return this.#length * this.#node.BYTES_PER_ELEMENT
  }

  add(seq: number, node: NodeId): void {
    this.#node = grow(this.#node, seq)
    this.#node[seq - 1] = node + 1
    this.#length = seq
  }

  /** The number of the record; 0 when there is none. Scans them all: a millisecond per million. */
  last(node: NodeId): number {
    return this.#node.subarray(0, this.#length).lastIndexOf(node + 1) + 1
  }

  archive(archive: Archive): void {
    this.#length = archive.number(this.#length)
    this.#node = archive.column(this.#node, this.#length)
  }
}
