import { OWN_CACHE, type CacheRules } from '../../../src/standards/http/cache-control.ts'
import { freshSeconds, freshnessLifetime, mayStore } from '../../../src/standards/http/freshness.ts'
import { parseHttpDate } from '../../../src/standards/http/dates.ts'
import { retryAfterSeconds } from '../../../src/standards/http/fields.ts'
import { robotsLifetimeMs } from '../../../src/crawl/robots/robots-freshness.ts'
import {
  keepSeconds,
  reuseOf,
  revalidationHeaders,
  type PresentedRequest,
  type StoredResponse,
} from '../../../src/standards/http/stored-response.ts'
import type { Check } from '../area.ts'
import { followsSequence } from './http-cache-sequence.ts'

type HeaderRecord = Record<string, string | number>

interface PolicyCase {
  now: string
  request: Message
  response: { status?: number; headers: HeaderRecord }
  options: PeerOptions
  elapsedSeconds: number
  newRequest?: Message
  expect: Partial<{
    storable: boolean
    fresh: boolean
    maxAgeSeconds: number
    ttlSeconds: number
    reusable: boolean
    revalidationHeaders: Record<string, string>
  }>
}

interface PeerOptions {
  shared?: boolean
  ignoreCargoCult?: boolean
  cacheHeuristic?: number
  /** Milliseconds since 1970. */
  immutableMinTimeToLive?: number
}

interface Message {
  method?: string
  url?: string
  headers: HeaderRecord
}

const CHECKS: Record<string, (vector: never) => boolean> = {
  sequence: followsSequence,
  policy: agreesOnPolicy,
  'http-date': readsDate,
  'retry-after': readsRetryAfter,
  ttl: givesTtl,
}

export const check: Check = (vector) => CHECKS[vector.kind ?? '']?.(vector as never) ?? false

interface DateCase {
  value: string
  epochSeconds: number | null
}

function readsDate({ value, epochSeconds }: DateCase): boolean {
  const read = parseHttpDate(value, Date.now())
  return (read === undefined ? null : read / 1_000) === epochSeconds
}

interface RetryAfterCase {
  values: string[]
  now: string
  seconds: number | null
}

function readsRetryAfter({ values, now, seconds }: RetryAfterCase): boolean {
  // `Headers` joins several lines like this.
  const field = values.length === 0 ? null : values.join(', ')
  return (retryAfterSeconds(field, Date.parse(now)) ?? null) === seconds
}

interface TtlCase {
  headers: HeaderRecord
  now: string
  ttlSeconds: number
}

function givesTtl({ headers, now, ttlSeconds }: TtlCase): boolean {
  const bounds = { defaultMs: 20_000, minMs: 10_000, maxMs: Infinity }
  const response = { status: 200, headers: headersOf(headers) }
  return robotsLifetimeMs(response, Date.parse(now), bounds) === ttlSeconds * 1_000
}

function agreesOnPolicy({
  now,
  request,
  response,
  options,
  elapsedSeconds,
  newRequest,
  expect,
}: PolicyCase) {
  const receivedAt = Date.parse(now)
  const at = receivedAt + elapsedSeconds * 1_000
  const rules = rulesOf(options)
  const presented = requestOf(newRequest ?? request)
  const stored: StoredResponse = {
    method: request.method ?? 'GET',
    url: request.url,
    requestHeaders: headersOf(request.headers),
    status: response.status ?? 200,
    headers: headersOf(response.headers),
    receivedAt,
  }
  const answers: Record<keyof typeof expect, () => unknown> = {
    storable: () => mayStore(stored, rules),
    fresh: () => freshSeconds(stored, rules, at) > 0,
    maxAgeSeconds: () => freshnessLifetime(stored, rules).seconds,
    ttlSeconds: () => keepSeconds(stored, rules, at),
    reusable: () => reuseOf(stored, presented, rules, at) === 'reuse',
    revalidationHeaders: () => sorted(revalidationHeaders(stored, presented, rules)),
  }
  return Object.entries(expect).every(([question, expected]) => {
    const answer = answers[question as keyof typeof expect]()
    const wanted = typeof expected === 'object' ? sorted(new Headers(expected)) : expected
    return JSON.stringify(answer) === JSON.stringify(wanted)
  })
}

function rulesOf(options: PeerOptions): CacheRules {
  const { cacheHeuristic, immutableMinTimeToLive } = options
  return {
    shared: options.shared ?? true,
    ignoresCopiedRecipes: options.ignoreCargoCult ?? false,
    heuristicFraction: cacheHeuristic ?? OWN_CACHE.heuristicFraction,
    immutableSeconds:
      immutableMinTimeToLive === undefined
        ? OWN_CACHE.immutableSeconds
        : immutableMinTimeToLive / 1_000,
  }
}

function requestOf({ method = 'GET', url, headers }: Message): PresentedRequest {
  return { method, url, headers: headersOf(headers) }
}

function headersOf(record: HeaderRecord): Headers {
  return new Headers(Object.entries(record).map(([name, value]) => [name, String(value)]))
}

function sorted(headers: Headers): [string, string][] {
  return [...headers].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
