import type { Socket } from 'node:net'

/** Who is told of what arrives. */
export interface ConnectionSink {
  receive: (bytes: Uint8Array) => void
  /** The connection has ended: in an orderly way, unless there is an error. */
  close: (error: Error | undefined) => void
}

/** One connection to an origin, which carries one exchange after the other. */
export class Connection {
  readonly origin: string
  readonly #socket: Socket
  readonly #onClose: (connection: Connection) => void
  #sink: ConnectionSink | undefined
  #isOpen = true

  constructor(origin: string, socket: Socket, onClose: (connection: Connection) => void) {
    this.origin = origin
    this.#socket = socket
    this.#onClose = onClose
    socket.on('data', (bytes: Uint8Array) => this.#receive(bytes))
    socket.on('end', () => this.#close(undefined))
    socket.on('error', (error) => this.#close(error))
    socket.on('close', () => this.#close(new Error('the connection was closed')))
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Sends a request; the sink has the connection to itself until it is released. */
  send(request: string | Uint8Array, sink: ConnectionSink): void {
    this.#sink = sink
    this.#socket.write(request)
  }

  release(): void {
    this.#sink = undefined
    this.#socket.resume()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  destroy(): void {
    this.#close(new Error('the connection was given up'))
  }

  #receive(bytes: Uint8Array): void {
    // Nobody asked: the response to a request never sent, or the rest of one too long.
    if (this.#sink === undefined) this.destroy()
    else this.#sink.receive(bytes)
  }

  #close(error: Error | undefined): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#socket.destroy()
    this.#onClose(this)
    const sink = this.#sink
    this.#sink = undefined
    sink?.close(error)
  }
}
