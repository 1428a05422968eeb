/** A stream of bytes whose beginning can be looked at before anyone decides how to read it. */
export class ByteFeed {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #head: Uint8Array = new Uint8Array()
  #broken = false

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader()
  }

  /** The first bytes, as many as there are up to `count`, or a few more. Once, and first of all. */
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

  /** All that is left, as a stream again. */
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

  /** Lets the connection go. */
  async cancel(): Promise<void> {
    // A stream that cannot even be cancelled has already ended, which is all we wanted.
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
