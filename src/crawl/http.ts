/** The one way out to the network. The global `fetch` of every runtime is one. */
export type Http = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal; redirect: 'manual' },
) => Promise<Response>

/** Who asks, and through what. */
export interface Client {
  http: Http
  userAgent: string
}
