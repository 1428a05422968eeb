import type { Archive } from '../../../lib/archive.ts'
import { grow } from '../../../lib/grow.ts'
import type { NodeId } from '../../graph/node-table.ts'

/** Which record first named a node. Ids are given in order, so the first id of each record tells. */
export class NamingRows {
  #length = 0
  #seq = new Uint32Array(16)
  #firstNode = new Uint32Array(16)

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

  /** The record's number, and the node's place among those it names. */
  find(node: NodeId): { seq: number; place: number } {
    let low = 0
    let high = this.#length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#firstNode[middle]! <= node) low = middle
      else high = middle - 1
    }
    return { seq: this.#seq[low]!, place: node - this.#firstNode[low]! }
  }
}
