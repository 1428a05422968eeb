import { grow } from '../../lib/grow.ts'

/** A block is large compared with a text and small compared with a corpus. */
const BLOCK_BYTES = 1 << 22

/**
 * Texts one after the other, as UTF-8 outside the heap of JavaScript: a third of what strings
 * with a few characters beyond Latin-1 take there, and nothing for the garbage collector to visit.
 */
export class TextPool {
  readonly #blocks: Buffer[] = []
  #length = 0
  #bytes = 0
  /** Text i is the bytes from `#start[i]` to `#start[i + 1]`, counted over all blocks. */
  #start = new Float64Array(1024)

  get length(): number {
    return this.#length
  }

  add(text: string): void {
    const size = Buffer.byteLength(text)
    const offset = this.#bytes % BLOCK_BYTES
    if (offset + size <= BLOCK_BYTES) this.#blockAt(this.#bytes).write(text, offset)
    else this.#spread(Buffer.from(text))
    this.#bytes += size
    this.#length++
    this.#start = grow(this.#start, this.#length + 1)
    this.#start[this.#length] = this.#bytes
  }

  get(index: number): string {
    return this.join(index, index + 1)
  }

  /** The texts from `from` to before `to`, with nothing between them. */
  join(from: number, to: number): string {
    const start = this.#start[from]!
    const end = this.#start[to]!
    if (start === end) return ''
    const first = Math.floor(start / BLOCK_BYTES)
    const past = Math.ceil(end / BLOCK_BYTES)
    const base = first * BLOCK_BYTES
    const bytes =
      past === first + 1 ? this.#blocks[first]! : Buffer.concat(this.#blocks.slice(first, past))
    return bytes.toString('utf8', start - base, end - base)
  }

  #blockAt(byte: number): Buffer {
    return (this.#blocks[Math.floor(byte / BLOCK_BYTES)] ??= Buffer.allocUnsafeSlow(BLOCK_BYTES))
  }

  /** Writes a text that does not fit the rest of one block. */
  #spread(bytes: Buffer): void {
    for (let done = 0; done < bytes.length;) {
      const at = this.#bytes + done
      done += bytes.copy(this.#blockAt(at), at % BLOCK_BYTES, done)
    }
  }
}
