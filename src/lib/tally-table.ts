import type { Archive } from './archive.ts'

/** Half a megabyte at eight bytes a slot. */
const MAX_SLOTS = 65_536
const LEAST_SLOTS = 256
/** How full the table may be before it grows, or, at its largest, forgets. */
const MAX_LOAD = 3 / 4

/**
 * Counts by 32-bit key, in bounded memory: when there is no more room the smallest counts are
 * forgotten, as in lossy counting (Manku and Motwani, 2002). So a count may be too small, and, but
 * for two keys that are one, never too large.
 */
export class TallyTable {
  /** A power of two. */
  #slots = LEAST_SLOTS
  #used = 0
  /** 0 is a free slot. */
  #keys = new Uint32Array(LEAST_SLOTS)
  #counts = new Uint32Array(LEAST_SLOTS)

  get bytes(): number {
    return 8 * this.#slots
  }

  count(key: number): number {
    return this.#counts[this.#probe(keyOf(key))]!
  }

  add(key: number): void {
    const slot = this.#probe(keyOf(key))
    if (this.#keys[slot] === 0) {
      this.#keys[slot] = keyOf(key)
      this.#used += 1
    }
    this.#counts[slot]! += 1
    if (this.#used > this.#slots * MAX_LOAD) this.#makeRoom()
  }

  archive(archive: Archive): void {
    this.#slots = archive.number(this.#slots)
    this.#used = archive.number(this.#used)
    this.#keys = archive.column(this.#keys, this.#slots)
    this.#counts = archive.column(this.#counts, this.#slots)
  }

  #makeRoom(): void {
    if (this.#slots < MAX_SLOTS) return this.#rebuild(this.#slots * 2, 0)
    for (let forgotten = 1; this.#used > MAX_SLOTS / 2; forgotten *= 2) {
      this.#rebuild(MAX_SLOTS, forgotten)
    }
  }

  /** Into so many slots, without the counts up to `forgotten`. */
  #rebuild(slots: number, forgotten: number): void {
    const { keys, counts, length } = { keys: this.#keys, counts: this.#counts, length: this.#slots }
    this.#slots = slots
    this.#used = 0
    this.#keys = new Uint32Array(slots)
    this.#counts = new Uint32Array(slots)
    for (let i = 0; i < length; i++) {
      if (keys[i] === 0 || counts[i]! <= forgotten) continue
      const slot = this.#probe(keys[i]!)
      this.#keys[slot] = keys[i]!
      this.#counts[slot] = counts[i]!
      this.#used += 1
    }
  }

  /** The key's slot, or the free one where it belongs. */
  #probe(key: number): number {
    const mask = this.#slots - 1
    let slot = key & mask
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }
}

function keyOf(key: number): number {
  return key === 0 ? 1 : key >>> 0
}
