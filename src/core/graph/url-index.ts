import type { Archive } from '../../lib/archive.ts'
import type { Fingerprint } from '../../lib/fingerprint.ts'
import { grow } from '../../lib/grow.ts'
import { siphash, type SipKey } from '../../lib/siphash.ts'
import type { NodeId } from './node-table.ts'

/** One look-up in 10^10 is longer by chance, in a table that is at most half full. */
const MAX_PROBES = 128
/** The table grows no further against long probes, since memory is bounded too. */
const MAX_SLOTS_A_NODE = 8

/**
 * Finds the node of a URL: open addressing over 64-bit fingerprints, so that no URL is kept in
 * memory. Fingerprints are keyed by the campaign's salt: a site can neither give its URL the
 * fingerprint of another's nor foresee which URLs share a slot. Slots are keyed once more, by a
 * secret of the process that is never stored, against whoever has read the salt in an exported
 * log. Among a million URLs two share a fingerprint with a chance of 3 in 10^8.
 */
export class UrlIndex {
  readonly #salt: SipKey
  /** Odd factors of multiply-shift hashing (Dietzfelbinger et al., 1997). */
  #factors: readonly [number, number]
  #low = new Uint32Array(64)
  #high = new Uint32Array(64)
  #length = 0
  /** Node id plus one; 0 is a free slot. Always a power of two long, at most half full. */
  #slots = new Uint32Array(128)
  #collisions = 0
  #probes = 0

  constructor(salt: SipKey, slotSecret: SipKey) {
    this.#salt = salt
    this.#factors = [slotSecret[0] | 1, slotSecret[1] | 1]
  }

  /** URLs added whose fingerprint another had before: `find` gives the other for both. */
  get collisions(): number {
    return this.#collisions
  }

  /** Slots looked at so far: the work that was done. */
  get probes(): number {
    return this.#probes
  }

  find(url: string): NodeId | undefined {
    const node = this.#slots[this.#probe(siphash(url, this.#salt))]! - 1
    return node < 0 ? undefined : (node as NodeId)
  }

  /** Nodes come in order: the n-th url added is node n. */
  add(url: string): void {
    const print = siphash(url, this.#salt)
    const node = this.#length++
    this.#low = grow(this.#low, this.#length)
    this.#high = grow(this.#high, this.#length)
    this.#low[node] = print.low
    this.#high[node] = print.high
    const before = this.#probes
    const slot = this.#probe(print)
    if (this.#slots[slot] === 0) this.#slots[slot] = node + 1
    else this.#collisions++
    if (this.#length * 2 > this.#slots.length) return this.#rehash()
    if (this.#probes - before > MAX_PROBES) this.#scatter()
  }

  archive(archive: Archive): void {
    this.#length = archive.number(this.#length)
    this.#collisions = archive.number(this.#collisions)
    this.#low = archive.column(this.#low, this.#length)
    this.#high = archive.column(this.#high, this.#length)
    // What the slots hold follows from the fingerprints; when they are saved it is there already.
    if (this.#slots.every((slot) => slot === 0)) this.#rehash()
  }

  /** The slot that holds the fingerprint, or the free one where it belongs. */
  #probe({ low, high }: Fingerprint): number {
    const mask = this.#slots.length - 1
    let slot = this.#slotOf(low, high)
    for (;;) {
      this.#probes++
      const node = this.#slots[slot]! - 1
      if (node < 0 || (this.#low[node] === low && this.#high[node] === high)) return slot
      slot = (slot + 1) & mask
    }
  }

  #slotOf(low: number, high: number): number {
    const mixed = Math.imul(low, this.#factors[0]) + Math.imul(high, this.#factors[1])
    // The upper bits of a product depend on all bits of the factors, the lower ones do not.
    return (mixed | 0) >>> (Math.clz32(this.#slots.length) + 1)
  }

  /** Many share a few slots: moves them into twice as many, by other factors. */
  #scatter(): void {
    if (this.#slots.length > MAX_SLOTS_A_NODE * this.#length) return
    const [first, second] = this.#factors
    this.#factors = [Math.imul(first, second) ^ 0x9e3779b8, Math.imul(second, 0x85ebca6b)]
    this.#rehash(this.#slots.length * 2)
  }

  #rehash(least = this.#slots.length): void {
    let slots = least
    while (slots < this.#length * 2) slots *= 2
    this.#slots = new Uint32Array(slots)
    const [low, high, table, mask] = [this.#low, this.#high, this.#slots, slots - 1]
    // The order is kept, so that of two with one fingerprint the first is found.
    for (let node = 0; node < this.#length; node++) {
      let slot = this.#slotOf(low[node]!, high[node]!)
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = node + 1
    }
  }
}
