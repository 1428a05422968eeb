import type { Archive, Column } from './archive.ts'
import { BrokenBytes, ByteReader } from './byte-reader.ts'

/** A column that is full when loaded would be copied by the first item added to it. */
function roomFor(length: number): number {
  return length + Math.ceil(length / 16) + 4
}

/** Loads what `ArchiveWriter` saved, a chunk at a time. */
export class ArchiveReader implements Archive {
  readonly #chunks: Iterator<Uint8Array>
  #chunk: Uint8Array = new Uint8Array()
  #offset = 0
  #before = 0

  constructor(chunks: Iterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.iterator]()
  }

  number(_value?: number): number {
    return this.#take(new Float64Array(1), 1)[0]!
  }

  text(_value?: string): string {
    return new ByteReader(this.bytes()).text()
  }

  bytes(_value?: Uint8Array): Uint8Array {
    const length = this.#length()
    return this.#take(new Uint8Array(length), length)
  }

  numbers(_values?: readonly number[]): number[] {
    const length = this.#length()
    return [...this.#take(new Float64Array(length), length)]
  }

  integers(_values?: readonly number[]): number[] {
    const length = this.#length()
    return [...this.#take(new Int32Array(length), length)]
  }

  column<C extends Column>(column: C, length: number): C {
    const Kind = column.constructor as new (length: number) => C
    return this.#take(new Kind(roomFor(length)), length)
  }

  /** To be called at the end: nothing may be left. */
  finish(): void {
    if (this.#hasMore()) throw new BrokenBytes('more bytes than expected', this.#position)
  }

  get #position(): number {
    return this.#before + this.#offset
  }

  #length(): number {
    const length = this.number()
    if (!Number.isSafeInteger(length) || length < 0) {
      throw new BrokenBytes('a length that is none', this.#position)
    }
    return length
  }

  #take<C extends Column>(into: C, items: number): C {
    const bytes = new Uint8Array(into.buffer, 0, items * into.BYTES_PER_ELEMENT)
    let done = 0
    while (done < bytes.length) {
      if (!this.#hasMore()) throw new BrokenBytes('unexpected end', this.#position)
      const part = this.#chunk.subarray(this.#offset, this.#offset + bytes.length - done)
      bytes.set(part, done)
      this.#offset += part.length
      done += part.length
    }
    return into
  }

  #hasMore(): boolean {
    while (this.#offset === this.#chunk.length) {
      const next = this.#chunks.next()
      if (next.done) return false
      this.#before += this.#chunk.length
      this.#chunk = next.value
      this.#offset = 0
    }
    return true
  }
}
