import { grow } from './grow.ts'

const FIRST_BYTES = 1_024

/** Gathers bytes up to a cap, in one buffer, however small the pieces are that they come in. */
export class CappedBytes {
  readonly #capBytes: number
  #buffer = new Uint8Array(FIRST_BYTES)
  #length = 0

  constructor(capBytes: number) {
    this.#capBytes = capBytes
  }

  get length(): number {
    return this.#length
  }

  /** As all that add something: false when it did not fit, and only its beginning was taken. */
  add(bytes: Uint8Array): boolean {
    const taken = this.#reserve(bytes.length)
    this.#buffer.set(taken < bytes.length ? bytes.subarray(0, taken) : bytes, this.#length)
    this.#length += taken
    return taken === bytes.length
  }

  addByte(byte: number): boolean {
    if (this.#reserve(1) === 0) return false
    this.#buffer[this.#length++] = byte
    return true
  }

  /** Adds once more what stands `distance` back: at most all there is. */
  repeat(distance: number, length: number): boolean {
    const taken = this.#reserve(length)
    const buffer = this.#buffer
    const end = this.#length + taken
    // Byte by byte: what is copied may be part of what is being written.
    for (let to = this.#length; to < end; to++) buffer[to] = buffer[to - distance]!
    this.#length = end
    return taken === length
  }

  /** A view of what was gathered, which the next addition may make stale. */
  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Makes room for as many as there may be. */
  #reserve(wanted: number): number {
    const given = Math.min(wanted, this.#capBytes - this.#length)
    this.#buffer = grow(this.#buffer, this.#length + given)
    return given
  }
}
