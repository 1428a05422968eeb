import { grow } from './grow.ts'

const FIRST_BYTES = 1_024

/** Gathers bytes up to a cap, in one buffer, however small the pieces are that they come in. */
export class CappedBytes {
  readonly #capBytes: number
  #buffer: Uint8Array<ArrayBuffer>
  #length = 0

  /** `expectedBytes` may be wrong: it only spares growing. */
  constructor(capBytes: number, expectedBytes = FIRST_BYTES) {
    this.#capBytes = capBytes
    this.#buffer = new Uint8Array(Math.min(capBytes, expectedBytes) || FIRST_BYTES)
  }

  get length(): number {
    return this.#length
  }

  /** Returns false when not all of it fits; its beginning is taken. */
  add(bytes: Uint8Array): boolean {
    const taken = this.#reserve(bytes.length)
    this.#buffer.set(taken < bytes.length ? bytes.subarray(0, taken) : bytes, this.#length)
    this.#length += taken
    return taken === bytes.length
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
