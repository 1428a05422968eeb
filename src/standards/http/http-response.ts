import type { Body } from './read-body.ts'

/** What is used of a response. The `Response` of every runtime is one. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
  /**
   * Reads the whole body, decoded as `body` would be. A client of our own does so for less than a
   * stream costs.
   */
  readonly readAll?: (maxBytes: number, onChunk: (bytes: number) => void) => Promise<Body>
}
