import type { Connection } from './connection.ts'

/** What waits for a reader. Beyond it the connection is paused, and the server with it. */
const MAX_WAITING_BYTES = 65_536

/** Who reads a body: one reader, who is told of everything in order. */
interface BodyReader {
  /** Returns false to be told no more until `resume`. */
  onData: (bytes: Uint8Array) => boolean
  onEnd: (error: Error | undefined) => void
}

/** The body of a response as it arrives. What comes before there is a reader waits. */
export class IncomingBody {
  readonly #connection: Connection
  #waiting: Uint8Array[] = []
  /** The first of them that was not handed out. */
  #next = 0
  #waitingBytes = 0
  #reader: BodyReader | undefined
  /** Undefined until the last byte, or the error, has arrived. */
  #end: { error: Error | undefined } | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  push(bytes: Uint8Array): void {
    if (this.#reader !== undefined && this.#waiting.length === 0) {
      if (!this.#reader.onData(bytes)) this.#connection.pause()
      return
    }
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.byteLength
    if (this.#waitingBytes > MAX_WAITING_BYTES) this.#connection.pause()
  }

  end(error: Error | undefined): void {
    if (this.#end !== undefined) return
    this.#end = { error }
    if (this.#waiting.length === 0) this.#reader?.onEnd(error)
  }

  read(reader: BodyReader): void {
    this.#reader = reader
    this.resume()
  }

  /** Hands out what waited, and lets more arrive. */
  resume(): void {
    const reader = this.#reader
    if (reader === undefined) return
    while (this.#next < this.#waiting.length) {
      const bytes = this.#waiting[this.#next++]!
      this.#waitingBytes -= bytes.byteLength
      if (!reader.onData(bytes)) return
    }
    this.#waiting = []
    this.#next = 0
    if (this.#end === undefined) this.#connection.resume()
    else reader.onEnd(this.#end.error)
  }

  /** Nobody wants the rest. A connection that still carries it is of no more use. */
  cancel(): void {
    this.#waiting = []
    this.#next = 0
    this.#reader = undefined
    if (this.#end === undefined) this.#connection.destroy()
  }
}
