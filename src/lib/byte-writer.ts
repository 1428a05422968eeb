// A web standard that every runtime has and the language's own library does not declare.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

const utf8 = new TextEncoder()

/** Builds a byte string from varints and text; `ByteReader` reads it back. */
export class ByteWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  /** A non-negative integer up to 2^53 - 1, seven bits a byte, low bits first. */
  varint(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a varint: ${value}`)
    this.#reserve(8)
    let rest = value
    while (rest >= 0x80) {
      // Arithmetic, not bit operators: those cut at 32 bits.
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#bytes[this.#length++] = rest
  }

  /** An integer of either sign; small ones of both signs stay short. */
  zigzag(value: number): void {
    this.varint(value < 0 ? -value * 2 - 1 : value * 2)
  }

  text(value: string): void {
    const bytes = utf8.encode(value)
    this.varint(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** The word's place in a list that is only ever appended to. */
  oneOf<Word extends string>(words: readonly Word[], word: Word): void {
    const place = words.indexOf(word)
    if (place < 0 || place > 0xff) {
      throw new RangeError(`"${word}" has no place among: ${words.join(', ')}`)
    }
    this.byte(place)
  }

  uint32(value: number): void {
    this.#reserve(4)
    for (let shift = 0; shift < 32; shift += 8) {
      this.#bytes[this.#length++] = (value >>> shift) & 0xff
    }
  }

  /** What was written so far; a view that the next write may make stale. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(extra: number): void {
    const needed = this.#length + extra
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes)
    this.#bytes = grown
  }
}
