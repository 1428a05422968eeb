import type { Archive } from './archive.ts'
import type { Fingerprint } from './fingerprint.ts'

/** Three quarters of a megabyte at twelve bytes a slot. */
const MAX_SLOTS = 65_536
const MIN_SLOTS = 256
/** How full the table may be before it grows, or, at its largest, forgets. */
const MAX_LOAD = 3 / 4

/**
 * Counts by 64-bit key, in bounded memory: when there is no more room the smallest counts are
 * forgotten, as in lossy counting (Manku and Motwani, 2002). So a count may be too small, and, but
 * for two keys that are one, never too large. Keys must be hashes that nobody can aim at.
 */
export class LossyCounter {
  /** A power of two. */
  #slots = MIN_SLOTS
  #used = 0
  #low = new Uint32Array(MIN_SLOTS)
  #high = new Uint32Array(MIN_SLOTS)
  /** 0 is a free slot. */
  #counts = new Uint32Array(MIN_SLOTS)

  get slots(): number {
    return this.#slots
  }

  count({ low, high }: Fingerprint): number {
    return this.#counts[this.#probe(low, high)]!
  }

  add(key: Fingerprint): void {
    const slot = this.#probe(key.low, key.high)
    if (this.#counts[slot] === 0) this.#occupy(slot, key.low, key.high)
    this.#counts[slot]! += 1
    if (this.#used > this.#slots * MAX_LOAD) this.#makeRoom()
  }

  archive(archive: Archive): void {
    this.#slots = archive.number(this.#slots)
    this.#used = archive.number(this.#used)
    this.#low = archive.column(this.#low, this.#slots)
    this.#high = archive.column(this.#high, this.#slots)
    this.#counts = archive.column(this.#counts, this.#slots)
  }

  #makeRoom(): void {
    if (this.#slots < MAX_SLOTS) return this.#rebuild(this.#slots * 2, 0)
    for (let forgotten = 1; this.#used > MAX_SLOTS / 2; forgotten *= 2) {
      this.#rebuild(MAX_SLOTS, forgotten)
    }
  }

  /** Moves the counts into so many slots, but for those up to `forgotten`. */
  #rebuild(slots: number, forgotten: number): void {
    const [low, high, counts] = [this.#low, this.#high, this.#counts]
    const length = this.#slots
    this.#slots = slots
    this.#used = 0
    this.#low = new Uint32Array(slots)
    this.#high = new Uint32Array(slots)
    this.#counts = new Uint32Array(slots)
    for (let i = 0; i < length; i++) {
      if (counts[i]! <= forgotten) continue
      const slot = this.#probe(low[i]!, high[i]!)
      this.#occupy(slot, low[i]!, high[i]!)
      this.#counts[slot] = counts[i]!
    }
  }

  #occupy(slot: number, low: number, high: number): void {
    this.#low[slot] = low
    this.#high[slot] = high
    this.#used += 1
  }

  /** The key's slot, or the free one where it belongs. */
  #probe(low: number, high: number): number {
    const mask = this.#slots - 1
    let slot = low & mask
    while (this.#counts[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high)) {
      slot = (slot + 1) & mask
    }
    return slot
  }
}
