import {
  type CacheControl,
  OWN_CACHE,
  type CacheRules,
} from '../../standards/http/cache-control.ts'
import type { HttpResponse } from '../../standards/http/http-response.ts'
import { freshSeconds, responseControl } from '../../standards/http/freshness.ts'
import {
  freshen,
  revalidationHeaders,
  type StoredResponse,
} from '../../standards/http/stored-response.ts'
import type { Client, Http } from '../http.ts'
import type { CachedRobots } from './robots-cache.ts'
import type { RobotsResult } from './fetch-robots.ts'

export interface LifetimeBounds {
  /** Used where the response gives no lifetime. */
  defaultMs: number
  minMs: number
  maxMs: number
}

export const ROBOTS_LIFETIME: LifetimeBounds = {
  // RFC 9309 §2.4: a copy should not be used for more than a day.
  defaultMs: 24 * 3_600_000,
  maxMs: 24 * 3_600_000,
  // A robots.txt must not cost a host more requests than its pages do.
  minMs: 5 * 60_000,
}

/**
 * The freshness lifetime of a robots.txt, within bounds; a default where HTTP gives none explicitly.
 * When the file was last changed says nothing about its next change.
 */
export function robotsLifetimeMs(
  { status, headers }: { status: number; headers: Headers },
  now: number,
  bounds: LifetimeBounds = ROBOTS_LIFETIME,
): number {
  const control = responseControl(headers, OWN_CACHE)
  if (!saysHowLong(headers, control)) return within(bounds.defaultMs, bounds)
  const request = { method: 'GET', requestHeaders: new Headers() }
  const received = { ...request, status, headers, receivedAt: now }
  return within(freshSeconds(received, rulesFor(control), now) * 1_000, bounds)
}

function saysHowLong(headers: Headers, control: CacheControl): boolean {
  const words = ['max-age', 's-maxage', 'no-cache', 'no-store']
  return headers.has('expires') || words.some((word) => control.has(word))
}

/** Our copy serves many campaigns, so what is said to shared caches alone holds for us. */
function rulesFor(control: CacheControl): CacheRules {
  return { ...OWN_CACHE, shared: control.has('s-maxage') && !control.has('max-age') }
}

function within(ms: number, { minMs, maxMs }: LifetimeBounds): number {
  return Math.min(Math.max(ms, minMs), maxMs)
}

const NOT_MODIFIED = 304
const CONDITIONS = ['if-none-match', 'if-modified-since']

type Init = Parameters<Http>[1]

/**
 * Makes requests for a robots.txt conditional, so that the host need not send it again (RFC 9111
 * §4.3).
 */
export class RobotsRevalidation {
  readonly client: Client
  readonly #kept: CachedRobots | undefined
  /** The last request, without its preconditions. */
  #lastRequest: { url: string; headers: Headers; isConditional: boolean } | undefined

  constructor(client: Client, kept: CachedRobots | undefined) {
    this.#kept = kept
    const { http } = client
    this.client = { ...client, http: (url, init) => http(url, this.#conditional(url, init)) }
  }

  /** The cached robots.txt, if the host confirmed it. */
  confirm({ status, headers }: HttpResponse, now: number): RobotsResult | undefined {
    const kept = this.#kept
    if (status !== NOT_MODIFIED || !this.#lastRequest?.isConditional) return undefined
    if (kept?.response === undefined) return undefined
    const response = freshen(kept.response, headers, now)
    const { rules, bodyBytes } = kept
    return { kind: 'rules', rules, bodyBytes, keepMs: robotsLifetimeMs(response, now), response }
  }

  /** The new robots.txt, with its validators. */
  withValidators(
    { status, headers }: HttpResponse,
    answer: RobotsResult,
    now: number,
  ): RobotsResult {
    if (answer.kind !== 'rules' || this.#lastRequest === undefined) return answer
    const { url, headers: requestHeaders } = this.#lastRequest
    const response = { url, method: 'GET', requestHeaders, status, headers, receivedAt: now }
    return { ...answer, response }
  }

  #conditional(url: string, init: Init): Init {
    const own = new Headers(init.headers)
    const headers = conditional(this.#kept?.response, own, url)
    const isConditional = CONDITIONS.some((name) => headers.has(name))
    this.#lastRequest = { url, headers: own, isConditional }
    return { ...init, headers: Object.fromEntries(headers) }
  }
}

function conditional(stored: StoredResponse | undefined, headers: Headers, url: string): Headers {
  if (stored === undefined) return headers
  return revalidationHeaders(stored, { method: 'GET', headers, url }, OWN_CACHE)
}
