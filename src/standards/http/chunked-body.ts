import { MalformedResponse } from './response-head.ts'

/** A size and its extensions; 32 bytes in workerd, without extensions. */
const MAX_LINE_BYTES = 4_096
const MAX_TRAILER_BYTES = 65_536
const LF = 10
/** White space after the size is sent by old servers; extensions are ignored (RFC 9112 §7.1.1). */
const SIZE_LINE = /^([\dA-Fa-f]{1,13})[ \t]*(?:;.*)?\r?$/

/** Decodes the chunked transfer coding (RFC 9112 §7.1), however the bytes are cut up. */
export class ChunkedBody {
  #reading: 'size' | 'data' | 'data_end' | 'trailer' | 'nothing' = 'size'
  #line = ''
  #remainingBytes = 0
  #trailerBytes = 0

  get isComplete(): boolean {
    return this.#reading === 'nothing'
  }

  /** Returns how many bytes belong to the body: all, unless it ends before. */
  feed(bytes: Uint8Array, from: number, onData: (data: Uint8Array) => void): number {
    let at = from
    while (at < bytes.length && !this.isComplete) {
      at = this.#reading === 'data' ? this.#readData(bytes, at, onData) : this.#readLine(bytes, at)
    }
    return at
  }

  #readData(bytes: Uint8Array, at: number, onData: (data: Uint8Array) => void): number {
    const end = Math.min(bytes.length, at + this.#remainingBytes)
    onData(bytes.subarray(at, end))
    this.#remainingBytes -= end - at
    if (this.#remainingBytes === 0) this.#reading = 'data_end'
    return end
  }

  #readLine(bytes: Uint8Array, at: number): number {
    const lf = bytes.indexOf(LF, at)
    const end = lf === -1 ? bytes.length : lf
    if (this.#line.length + end - at > MAX_LINE_BYTES) throw new MalformedResponse('a long line')
    this.#line += String.fromCharCode(...bytes.subarray(at, end))
    if (lf === -1) return end
    const line = this.#line
    this.#line = ''
    this.#takeLine(line)
    return lf + 1
  }

  #takeLine(line: string): void {
    if (this.#reading === 'size') this.#takeSize(line)
    else if (this.#reading === 'trailer') this.#takeTrailer(line)
    else if (line === '' || line === '\r') this.#reading = 'size'
    else throw new MalformedResponse('a chunk longer than its size')
  }

  #takeSize(line: string): void {
    const size = SIZE_LINE.exec(line)?.[1]
    if (size === undefined) throw new MalformedResponse('not the size of a chunk')
    this.#remainingBytes = Number.parseInt(size, 16)
    this.#reading = this.#remainingBytes === 0 ? 'trailer' : 'data'
  }

  /** Trailers are thrown away. */
  #takeTrailer(line: string): void {
    this.#trailerBytes += line.length
    if (this.#trailerBytes > MAX_TRAILER_BYTES) throw new MalformedResponse('endless trailers')
    if (line === '' || line === '\r') this.#reading = 'nothing'
  }
}
