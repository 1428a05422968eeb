import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { BareProduct } from '../local/bare-product.ts'

/** Memory in millions of bytes. */
export interface WorkerMemory {
  /** What the isolate holds once garbage is collected: what the platform's limit of 128 MB is for. */
  heapMb: number
  /** What the process has in memory, V8 and SQLite included. */
  rssMb: number
}

const SAMPLE_MS = 100

export async function measureMemory(product: BareProduct): Promise<WorkerMemory> {
  const inspector = await Inspector.connect(product.inspectorPort)
  await inspector.collectGarbage()
  const heapMb = (await inspector.heapBytes()) / 1e6
  inspector.close()
  return { heapMb, rssMb: rssBytes(product.pid) / 1e6 }
}

/** The most that the isolate was seen to hold, garbage included, while something went on. */
export function peakMemory<T>(
  product: BareProduct,
  work: Promise<T>,
): Promise<{ result: T; peakMb: number }> {
  return watchMemory(product, () => work)
}

/** The same, where the work wants to know what is held at the moment, its garbage collected. */
export async function watchMemory<T>(
  product: BareProduct,
  work: (heapMb: () => Promise<number>) => Promise<T>,
): Promise<{ result: T; peakMb: number }> {
  // The only one: the port serves no second debugger at the same time.
  const inspector = await Inspector.connect(product.inspectorPort)
  let peak = 0
  const over = new AbortController()
  const sampling = (async () => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await inspector.heapBytes())
      await pause(SAMPLE_MS)
    }
  })()
  const heapMb = async () => {
    await inspector.collectGarbage()
    return (await inspector.heapBytes()) / 1e6
  }
  const [result] = await Promise.all([work(heapMb).finally(() => over.abort()), sampling])
  inspector.close()
  return { result, peakMb: peak / 1e6 }
}

/** Resident memory of the group's workerd. */
function rssBytes(group: number): number {
  const lines = execFileSync('ps', ['-eo', 'pgid=,rss=,args='], { encoding: 'utf8' }).split('\n')
  const line = lines.find(
    (text) => Number(text.trim().split(/\s+/)[0]) === group && text.includes('workerd serve'),
  )
  if (line === undefined) throw new Error('no workerd of the product is running')
  return 1024 * Number(line.trim().split(/\s+/)[1])
}

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
class Inspector {
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
