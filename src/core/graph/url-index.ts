import type { Archive } from '../../lib/archive.ts'
import { fingerprint, type Fingerprint } from '../../lib/fingerprint.ts'
import { grow } from '../../lib/grow.ts'
import type { NodeId } from './node-table.ts'

/**
 * From a URL to its node: open addressing over 64-bit fingerprints, so that no URL is kept in
 * memory. Among a million URLs two share a fingerprint with a chance of 3 in 10^8.
 */
export class UrlIndex {
  #low = new Uint32Array(64)
  #high = new Uint32Array(64)
  #length = 0
  /** Node id plus one; 0 is a free slot. Always a power of two long, at most half full. */
  #slots = new Uint32Array(128)

  #collisions = 0

  /** URLs added whose fingerprint another had before: `find` gives the other for both. */
  get collisions(): number {
    return this.#collisions
  }

  find(url: string): NodeId | undefined {
    const print = fingerprint(url)
    const node = this.#slots[this.#probe(print)]! - 1
    return node < 0 ? undefined : (node as NodeId)
  }

  /** Nodes come in order: the n-th url added is node n. */
  add(url: string): void {
    const print = fingerprint(url)
    const node = this.#length++
    this.#low = grow(this.#low, this.#length)
    this.#high = grow(this.#high, this.#length)
    this.#low[node] = print.low
    this.#high[node] = print.high
    const slot = this.#probe(print)
    if (this.#slots[slot] === 0) this.#slots[slot] = node + 1
    else this.#collisions++
    if (this.#length * 2 > this.#slots.length) this.#rehash()
  }

  archive(archive: Archive): void {
    this.#length = archive.number(this.#length)
    this.#collisions = archive.number(this.#collisions)
    this.#low = archive.column(this.#low, this.#length)
    this.#high = archive.column(this.#high, this.#length)
    // What the slots hold follows from the fingerprints.
    if (this.#length * 2 > this.#slots.length) this.#rehash()
  }

  /** The slot that holds the fingerprint, or the free one where it belongs. */
  #probe({ low, high }: Fingerprint): number {
    const mask = this.#slots.length - 1
    let slot = low & mask
    for (;;) {
      const node = this.#slots[slot]! - 1
      if (node < 0 || (this.#low[node] === low && this.#high[node] === high)) return slot
      slot = (slot + 1) & mask
    }
  }

  #rehash(): void {
    let slots = this.#slots.length
    while (slots < this.#length * 2) slots *= 2
    this.#slots = new Uint32Array(slots)
    const [low, table, mask] = [this.#low, this.#slots, slots - 1]
    // In order, so that of two with one fingerprint the first is found; no need to look at it here.
    for (let node = 0; node < this.#length; node++) {
      let slot = low[node]! & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = node + 1
    }
  }
}
