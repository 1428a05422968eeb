import type { Inflate } from '../standards/http/content-coding.ts'

/** The one way out to the network. The global `fetch` of every runtime is one. */
export type Http = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal; redirect: 'manual' },
) => Promise<Response>

/** Who sends requests, and through what. */
export interface Client {
  http: Http
  userAgent: string
  /** Decodes what the runtime leaves encoded. */
  inflate: Inflate
}
