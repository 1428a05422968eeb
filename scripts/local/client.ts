const PROBE_TIMEOUT_MS = 1_000

/** What came of asking whether the Worker is there. */
export type Probe = 'answered' | 'refused' | 'silent'

/** Calls to the product as its users make them. */
export class Client {
  readonly origin: string
  readonly #apiKey: string

  constructor(port: number, apiKey: string) {
    this.origin = `http://127.0.0.1:${port}`
    this.#apiKey = apiKey
  }

  async probe(timeoutMs = PROBE_TIMEOUT_MS): Promise<Probe> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await fetch(`${this.origin}/healthz`, { signal })
      return answer.ok ? 'answered' : 'silent'
    } catch {
      return signal.aborted ? 'silent' : 'refused'
    }
  }

  async get<T>(path: string): Promise<T> {
    return this.#call<T>(path, {})
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return this.#call<T>(path, { method: 'POST', body: JSON.stringify(body) })
  }

  async patch<T>(path: string, body: unknown): Promise<T> {
    return this.#call<T>(path, { method: 'PATCH', body: JSON.stringify(body) })
  }

  /** What a poller asks: the status, and the tag to ask with the next time. */
  async look(path: string, etag: string): Promise<{ status: number; etag: string }> {
    const headers = { authorization: `Bearer ${this.#apiKey}`, 'if-none-match': etag }
    const answer = await fetch(this.origin + path, { headers })
    await answer.arrayBuffer()
    return { status: answer.status, etag: answer.headers.get('etag') ?? etag }
  }

  /** What is sent, as it comes. */
  async read(path: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    return (await this.#send(path, {})).body!
  }

  async #call<T>(path: string, init: RequestInit): Promise<T> {
    const answer = await this.#send(path, init)
    return (await answer.json()) as T
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#apiKey}`, 'content-type': 'application/json' }
    const answer = await fetch(this.origin + path, { ...init, headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
}
