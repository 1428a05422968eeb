// A web standard that every runtime has and the language's own library does not declare.
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export class BrokenBytes extends Error {
  readonly offset: number
  constructor(what: string, offset: number) {
    super(`${what} at byte ${offset}`)
    this.offset = offset
  }
}

/** Reads what `ByteWriter` wrote; throws `BrokenBytes` rather than read past the end. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The place of the next byte. */
  get offset(): number {
    return this.#offset
  }

  get left(): number {
    return this.#bytes.length - this.#offset
  }

  byte(): number {
    const value = this.#bytes[this.#offset]
    if (value === undefined) throw new BrokenBytes('unexpected end', this.#offset)
    this.#offset++
    return value
  }

  varint(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.byte()
      value += (byte & 0x7f) * scale
      if (value > Number.MAX_SAFE_INTEGER) throw new BrokenBytes('varint too large', this.#offset)
      if (byte < 0x80) return value
      scale *= 0x80
    }
  }

  zigzag(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  text(): string {
    const length = this.varint()
    if (length > this.left) throw new BrokenBytes('text longer than its bytes', this.#offset)
    const bytes = this.#bytes.subarray(this.#offset, this.#offset + length)
    this.#offset += length
    try {
      return utf8.decode(bytes)
    } catch {
      throw new BrokenBytes('text that is not UTF-8', this.#offset)
    }
  }

  /** The word whose place in the list was written. */
  oneOf<Word extends string>(words: readonly Word[]): Word {
    const word = words[this.byte()]
    if (word === undefined) throw new BrokenBytes('unknown word', this.#offset - 1)
    return word
  }

  uint32(): number {
    let value = 0
    for (let shift = 0; shift < 32; shift += 8) value |= this.byte() << shift
    return value >>> 0
  }

  /** The length of a list whose items take a byte or more: a broken length cannot ask for gigabytes. */
  count(): number {
    const count = this.varint()
    if (count > this.left) throw new BrokenBytes('list longer than its bytes', this.#offset)
    return count
  }
}
