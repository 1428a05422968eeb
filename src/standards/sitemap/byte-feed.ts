import type { Inflate } from '../http/content-coding.ts'
import { readBody, type Body } from '../http/read-body.ts'

/** A stream of bytes whose beginning can be read before deciding how to read the rest. */
export class ByteFeed {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #head: Uint8Array = new Uint8Array()
  #broken = false

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader()
  }

  /**
   * The first bytes: `count`, a few more, or fewer if there are no more. Call it once, before
   * `next`.
   */
  async peek(count: number): Promise<Uint8Array> {
    while (this.#head.length < count) {
      const bytes = await this.#read()
      if (bytes === undefined) break
      this.#head = joined(this.#head, bytes)
    }
    return this.#head
  }

  /** The next bytes; undefined at the end, or where the stream broke. */
  async next(): Promise<Uint8Array | undefined> {
    const head = this.#head
    this.#head = new Uint8Array()
    return head.length > 0 ? head : this.#read()
  }

  /** The stream failed before its end. */
  get broken(): boolean {
    return this.#broken
  }

  /** All that is left, as a stream. */
  rest(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const bytes = await this.next()
        if (bytes !== undefined) controller.enqueue(bytes)
        else if (this.#broken) controller.error(new Error('the stream broke'))
        else controller.close()
      },
      cancel: () => this.cancel(),
    })
  }

  /** Releases the connection. */
  async cancel(): Promise<void> {
    // A stream that cannot be cancelled has already ended.
    await this.#reader.cancel().catch(() => {})
  }

  async #read(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await this.#reader.read()
      return done ? undefined : value
    } catch {
      this.#broken = true
      return undefined
    }
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}

/**
 * Both the packed and the unpacked file are held in memory, since a runtime's own stream may unpack
 * all of a bomb before anybody can stop it. 16 MB of sitemap are some 80,000 URLs.
 */
const MAX_UNPACKED_BYTES = 16_000_000

/** Unpacks a gzip file. One that is too long or breaks off gives its beginning, then an error. */
export function gunzip(
  bytes: ReadableStream<Uint8Array>,
  inflate: Inflate,
): ReadableStream<Uint8Array> {
  let body: Body | undefined
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (body === undefined) {
        body = await readBody(new Response(bytes), { maxBytes: MAX_UNPACKED_BYTES, inflate })
        controller.enqueue(body.bytes)
      } else if (body.end === 'whole') {
        controller.close()
      } else {
        controller.error(new Error('the file goes on, or is broken'))
      }
    },
    cancel: () => (bytes.locked ? undefined : bytes.cancel()),
  })
}
