import { OWN_CACHE, type CacheRules } from '../../../src/standards/http/cache-control.ts'
import { mayStore } from '../../../src/standards/http/freshness.ts'
import {
  freshen,
  fits,
  reuseOf,
  revalidationHeaders,
  servesOnError,
  type PresentedRequest,
  type StoredResponse,
} from '../../../src/standards/http/stored-response.ts'

export interface SequenceCase {
  cache: 'any' | 'shared'
  steps: Step[]
}

type Served = 'cached' | 'not_cached' | 'etag_validated' | 'lm_validated'
/** A number is a date, in seconds from now. */
type Fields = [name: string, value: string | number][]

interface Step {
  request?: { method?: string; headers?: Fields }
  response?: { status?: number; headers?: Fields }
  pauseSeconds?: number
  expect?: Served
  originMustSee?: Fields
}

const START = Date.parse('2026-01-15T12:00:00Z')

/** Whether each request for one URL is answered from the cache or the host, as the case expects. */
export function followsSequence({ cache, steps }: SequenceCase): boolean {
  const rules = { ...OWN_CACHE, shared: cache === 'shared' }
  const shelf = new Shelf(rules)
  let now = START
  for (const step of steps) {
    const { served, seen } = shelf.ask(step, now)
    if (step.expect !== undefined && served !== step.expect) return false
    if (seen !== undefined && !hasAll(seen, headersAt(step.originMustSee, now))) return false
    now += (step.pauseSeconds ?? 0) * 1_000
  }
  return true
}

interface Answer {
  served: Served
  /** The headers of the request to the host, if one was sent. */
  seen?: Headers
}

/** The stored responses of one URL: one for each variant by `Vary`. */
class Shelf {
  readonly #rules: CacheRules
  #stored: StoredResponse[] = []

  constructor(rules: CacheRules) {
    this.#rules = rules
  }

  ask(step: Step, now: number): Answer {
    const { method = 'GET', headers } = step.request ?? {}
    const presented: PresentedRequest = { method, headers: headersAt(headers, now) }
    const stored = this.#stored.find((one) => fits(one, presented))
    if (stored === undefined) return this.#fetch(step, presented, now)
    switch (reuseOf(stored, presented, this.#rules, now)) {
      case 'reuse':
        return { served: 'cached' }
      case 'reuse-and-revalidate':
        this.#revalidate(stored, step, presented, now)
        return { served: 'cached' }
      case 'fetch':
        return this.#revalidate(stored, step, presented, now)
    }
  }

  #revalidate(
    stored: StoredResponse,
    step: Step,
    presented: PresentedRequest,
    now: number,
  ): Answer {
    const seen = revalidationHeaders(stored, presented, this.#rules)
    const status = step.response?.status ?? 200
    if (status >= 500 && servesOnError(stored, this.#rules, now)) return { served: 'cached' }
    if (!confirms(step, seen)) return { ...this.#fetch(step, presented, now), seen }
    const fresh = freshen(stored, headersAt(step.response?.headers, now), now)
    this.#stored = [fresh, ...this.#stored.filter((one) => one !== stored)]
    return { served: seen.has('if-none-match') ? 'etag_validated' : 'lm_validated', seen }
  }

  #fetch(step: Step, { method, headers: requestHeaders }: PresentedRequest, now: number): Answer {
    const response: StoredResponse = {
      method,
      requestHeaders,
      status: step.response?.status ?? 200,
      headers: headersAt(step.response?.headers, now),
      receivedAt: now,
    }
    if (mayStore(response, this.#rules)) this.#stored.unshift(response)
    return { served: 'not_cached', seen: requestHeaders }
  }
}

/** The host answers 304 where the case expects the stored response to be valid. */
function confirms({ expect }: Step, seen: Headers): boolean {
  if (expect === 'etag_validated') return seen.has('if-none-match')
  return expect === 'lm_validated' && seen.has('if-modified-since')
}

function headersAt(fields: Fields | undefined, now: number): Headers {
  const headers = new Headers()
  for (const [name, value] of fields ?? []) {
    headers.append(name, typeof value === 'number' ? dateIn(value, now) : value)
  }
  return headers
}

function dateIn(seconds: number, now: number): string {
  return new Date(now + seconds * 1_000).toUTCString()
}

function hasAll(headers: Headers, wanted: Headers): boolean {
  return [...wanted].every(([name, value]) => headers.get(name) === value)
}
