import type { Http } from '../crawl/http.ts'

/** The requests of a campaign in memory, which end with it. */
export class Outgoing {
  #controller = new AbortController()

  /** The same `http`, until `abort` ends what is under way. */
  abortable(http: Http): Http {
    return (url, init) => {
      const signal = AbortSignal.any([init.signal, this.#controller.signal])
      return http(url, { ...init, signal })
    }
  }

  /** Aborts all requests under way; later ones are sent as before. */
  abort(): void {
    this.#controller.abort()
    this.#controller = new AbortController()
  }
}
