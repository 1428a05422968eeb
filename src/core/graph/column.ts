import type { Archive } from '../../lib/archive.ts'
import { grow } from '../../lib/grow.ts'
import type { NodeId } from './node-table.ts'
import type { Values } from './queue.ts'

/** A number for each node that nothing is ordered by. */
export class Column implements Values {
  #values: Float32Array | Float64Array
  #length = 0

  constructor(doublePrecision: boolean) {
    this.#values = doublePrecision ? new Float64Array(64) : new Float32Array(64)
  }

  /** Every node has one, 0 unless it was set. */
  has(): boolean {
    return true
  }

  value(node: NodeId): number {
    return this.#values[node] ?? 0
  }

  set(node: NodeId, value: number): void {
    if (node >= this.#length) this.#length = node + 1
    this.#values = grow(this.#values, this.#length)
    this.#values[node] = value
  }

  archive(archive: Archive): void {
    this.#length = archive.number(this.#length)
    this.#values = archive.column(this.#values, this.#length)
  }

  /** Multiplies every value. */
  scale(factor: number): void {
    for (let node = 0; node < this.#length; node++) this.#values[node]! *= factor
  }

  increase(node: NodeId, amount: number): void {
    if (amount !== 0) this.set(node, this.value(node) + amount)
  }
}
