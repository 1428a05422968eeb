import { ByteWriter } from './byte-writer.ts'
import { BrokenBytes, ByteReader } from './byte-reader.ts'

export type TypedColumn =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array

/**
 * Saves a structure or loads it: one description serves both ways, so that the two cannot differ.
 * Each method is given what the structure holds and returns what it is to hold from now on: when
 * saving the very same, when loading what was saved.
 */
export interface Archive {
  /** Any double, exactly. */
  number(value: number): number
  text(value: string): string
  bytes(value: Uint8Array): Uint8Array
  numbers(values: readonly number[]): number[]
  integers(values: readonly number[]): number[]
  /** The first `length` items; a loaded column has some room to grow. */
  column<C extends TypedColumn>(column: C, length: number): C
}

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

  column<C extends TypedColumn>(column: C, length: number): C {
    this.#put(column.subarray(0, length))
    return column
  }

  /** What is left, as the last chunk. */
  finish(): void {
    this.#emit(this.#chunk.subarray(0, this.#filled))
    this.#filled = 0
  }

  #put({ buffer, byteOffset, byteLength }: TypedColumn): void {
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

  column<C extends TypedColumn>(column: C, length: number): C {
    const Kind = column.constructor as new (length: number) => C
    return this.#take(new Kind(roomFor(length)), length)
  }

  /** Must be called at the end; throws if anything is left. */
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

  #take<C extends TypedColumn>(into: C, items: number): C {
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
