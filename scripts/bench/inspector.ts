import { once } from 'node:events'
import { WebSocket } from 'ws'

/** Bytes, by V8's own count: of its heap, and of the buffers that typed arrays stand on. */
interface HeapUsage {
  usedSize: number
  backingStorageSize: number
}

class InspectorGone extends Error {
  constructor() {
    super('the inspector hung up: the Worker has ended')
  }
}

/**
 * The Worker seen through its debugger's port (Chrome DevTools Protocol). Not by Node's own
 * WebSocket, which is refused there.
 */
export class Inspector {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #calls = 0
  #isOpen = true

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (message: Buffer) => this.#hear(message.toString()))
    socket.on('close', () => this.#hangUp())
  }

  static async connect(port: number): Promise<Inspector> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/core:user:dowser`)
    await once(socket, 'open')
    return new Inspector(socket)
  }

  /** Everything the isolate holds, garbage that is not yet collected included. */
  async heapBytes(): Promise<number> {
    const usage = (await this.#call('Runtime.getHeapUsage')) as HeapUsage
    return usage.usedSize + usage.backingStorageSize
  }

  async collectGarbage(): Promise<void> {
    await this.#call('HeapProfiler.collectGarbage')
  }

  close(): void {
    this.#socket.close()
  }

  #call(method: string): Promise<unknown> {
    if (!this.#isOpen) return Promise.reject(new InspectorGone())
    const id = ++this.#calls
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(id, answer)
    this.#socket.send(JSON.stringify({ id, method }))
    return answer.promise
  }

  #hear(message: string): void {
    const { id, result } = JSON.parse(message) as { id?: number; result?: unknown }
    if (id === undefined) return
    this.#waiting.get(id)?.resolve(result)
    this.#waiting.delete(id)
  }

  #hangUp(): void {
    this.#isOpen = false
    for (const { reject } of this.#waiting.values()) reject(new InspectorGone())
  }
}
