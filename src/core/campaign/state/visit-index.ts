import type { Archive } from '../../../lib/archive.ts'
import { grow } from '../../../lib/grow.ts'
import type { NodeId } from '../../graph/node-table.ts'

/** Which record tells of the last attempt at a node: of each record its node, four bytes. */
export class VisitRows {
  #length = 0
  /** By record; node id plus one, 0 for a record that is no step. */
  #node = new Uint32Array(16)

  get bytes(): number {
    return this.#length * this.#node.BYTES_PER_ELEMENT
  }

  add(seq: number, node: NodeId): void {
    this.#node = grow(this.#node, seq)
    this.#node[seq - 1] = node + 1
    this.#length = seq
  }

  /** The number of the record; 0 when there is none. Looks at all of them, which takes about a millisecond a million. */
  last(node: NodeId): number {
    return this.#node.subarray(0, this.#length).lastIndexOf(node + 1) + 1
  }

  archive(archive: Archive): void {
    this.#length = archive.number(this.#length)
    this.#node = archive.column(this.#node, this.#length)
  }
}
