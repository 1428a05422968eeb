import { popcount } from './popcount.ts'

/**
 * A set of ids from 0 to below `length` that does not change, in two bits an id: whether one is in
 * it, and at which place in ascending order, so that columns about its members need no more room
 * than they have items.
 */
export class IdSet {
  readonly size: number
  readonly #bits: Uint32Array
  /** The members before each word of bits. */
  readonly #before: Uint32Array

  constructor(length: number, isMember: (id: number) => boolean) {
    const words = Math.ceil(length / 32)
    const bits = new Uint32Array(words)
    const before = new Uint32Array(words)
    let size = 0
    for (let word = 0; word < words; word++) {
      before[word] = size
      const end = Math.min(32, length - word * 32)
      for (let bit = 0; bit < end; bit++) if (isMember(word * 32 + bit)) bits[word]! |= 1 << bit
      size += popcount(bits[word]!)
    }
    this.size = size
    this.#bits = bits
    this.#before = before
  }

  /** -1 for one that is not in it. */
  place(id: number): number {
    const word = id >>> 5
    const bits = this.#bits[word] ?? 0
    const bit = id & 31
    if (((bits >>> bit) & 1) === 0) return -1
    return this.#before[word]! + popcount(bits & ((1 << bit) - 1))
  }
}
