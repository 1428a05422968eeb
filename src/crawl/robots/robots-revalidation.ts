import { OWN_CACHE } from '../../standards/http/cache-rules.ts'
import {
  confirmed,
  revalidationHeaders,
  type StoredResponse,
} from '../../standards/http/stored-response.ts'
import type { Client, Http } from '../http.ts'
import type { KeptRobots } from './robots-cache.ts'
import type { RobotsAnswer } from './robots-fetch.ts'
import { robotsLifetimeMs } from './robots-lifetime.ts'

const NOT_MODIFIED = 304
const CONDITIONS = ['if-none-match', 'if-modified-since']

type Init = Parameters<Http>[1]

/** Asks for a robots.txt in such a way that the host need not send it again (RFC 9111 §4.3). */
export class Revalidation {
  readonly client: Client
  readonly #kept: KeptRobots | undefined
  /** The last request, without its conditions. */
  #asked: { url: string; headers: Headers; isConditional: boolean } | undefined

  constructor(client: Client, kept: KeptRobots | undefined) {
    this.#kept = kept
    const { http } = client
    this.client = { ...client, http: (url, init) => http(url, this.#conditional(url, init)) }
  }

  /** What was kept, if the host says that it still holds. */
  confirmed({ status, headers }: Response, now: number): RobotsAnswer | undefined {
    const kept = this.#kept
    if (status !== NOT_MODIFIED || !this.#asked?.isConditional) return undefined
    if (kept?.response === undefined) return undefined
    const response = confirmed(kept.response, headers, now)
    const { rules, bodyBytes } = kept
    return { kind: 'rules', rules, bodyBytes, keepMs: robotsLifetimeMs(response, now), response }
  }

  /** What came instead, with what is needed to ask again. */
  noting({ status, headers }: Response, answer: RobotsAnswer, now: number): RobotsAnswer {
    if (answer.kind !== 'rules' || this.#asked === undefined) return answer
    const { url, headers: requestHeaders } = this.#asked
    const response = { url, method: 'GET', requestHeaders, status, headers, receivedAt: now }
    return { ...answer, response }
  }

  #conditional(url: string, init: Init): Init {
    const own = new Headers(init.headers)
    const headers = conditional(this.#kept?.response, own, url)
    const isConditional = CONDITIONS.some((name) => headers.has(name))
    this.#asked = { url, headers: own, isConditional }
    return { ...init, headers: Object.fromEntries(headers) }
  }
}

function conditional(stored: StoredResponse | undefined, headers: Headers, url: string): Headers {
  if (stored === undefined) return headers
  return revalidationHeaders(stored, { method: 'GET', headers, url }, OWN_CACHE)
}
