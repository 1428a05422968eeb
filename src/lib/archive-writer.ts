import type { Archive, Column } from './archive.ts'
import { ByteWriter } from './byte-writer.ts'

/** Saves: hands out the bytes in chunks, so that no more than one of them is in memory at a time. */
export class ArchiveWriter implements Archive {
  readonly #emit: (chunk: Uint8Array) => void
  readonly #chunk: Uint8Array
  #filled = 0

  /** Each chunk is written into `buffer`, and is the receiver's only until it returns. */
  constructor(buffer: Uint8Array, emit: (chunk: Uint8Array) => void) {
    this.#chunk = buffer
    this.#emit = emit
  }

  number(value: number): number {
    this.#put(Float64Array.of(value))
    return value
  }

  text(value: string): string {
    const out = new ByteWriter()
    out.text(value)
    this.bytes(out.bytes())
    return value
  }

  bytes(value: Uint8Array): Uint8Array {
    this.number(value.length)
    this.#put(value)
    return value
  }

  numbers(values: readonly number[]): number[] {
    this.number(values.length)
    this.#put(Float64Array.from(values))
    return values as number[]
  }

  integers(values: readonly number[]): number[] {
    this.number(values.length)
    this.#put(Int32Array.from(values))
    return values as number[]
  }

  column<C extends Column>(column: C, length: number): C {
    this.#put(column.subarray(0, length))
    return column
  }

  /** What is left, as the last chunk. */
  finish(): void {
    this.#emit(this.#chunk.subarray(0, this.#filled))
    this.#filled = 0
  }

  #put({ buffer, byteOffset, byteLength }: Column): void {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength)
    let done = 0
    while (done < byteLength) {
      if (this.#filled === this.#chunk.length) this.finish()
      const part = bytes.subarray(done, done + this.#chunk.length - this.#filled)
      this.#chunk.set(part, this.#filled)
      this.#filled += part.length
      done += part.length
    }
  }
}
