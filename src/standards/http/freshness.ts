import { type CacheRules, CacheControl } from './cache-control.ts'
import { parseHttpDate } from './dates.ts'
import { membersOf } from './fields.ts'
import { variesByMore } from './vary.ts'

export interface ReceivedResponse extends Exchange {
  /** Milliseconds since 1970. */
  receivedAt: number
}

export interface FreshnessLifetime {
  seconds: number
  /** No header gives it: it is a fraction of the time since the last change. */
  heuristic: boolean
}

/** However recently a page was changed, it stays fresh for ten seconds. */
const MIN_HEURISTIC_SECONDS = 10

/**
 * A `Date` less than five minutes ago means a slow clock far more often than a cached copy, which
 * must give its `Age`. Taken at its word, it would make short-lived pages stale on arrival.
 */
const SLOW_CLOCK_SECONDS = 300

const NONE: FreshnessLifetime = { seconds: 0, heuristic: false }

/** The freshness lifetime (RFC 9111 §4.2.1), or a heuristic one (§4.2.2). */
export function freshnessLifetime(
  response: ReceivedResponse,
  rules: CacheRules,
): FreshnessLifetime {
  if (!mayStore(response, rules) || neverFresh(response, rules)) return NONE
  const control = responseControl(response.headers, rules)
  const maxAge =
    (rules.shared ? control.seconds('s-maxage') : undefined) ?? control.seconds('max-age')
  if (maxAge !== undefined) return { seconds: maxAge, heuristic: false }
  const least = control.has('immutable') ? rules.immutableSeconds : 0
  const explicit = secondsToExpiry(response)
  if (explicit !== undefined) return { seconds: Math.max(least, explicit), heuristic: false }
  const estimate = isHeuristicallyCacheable(response.status, control)
    ? heuristicSeconds(response, rules)
    : 0
  return { seconds: Math.max(least, estimate), heuristic: estimate > 0 }
}

/** RFC 9111 §4.2.3, without the response delay, which is seconds at most. */
export function currentAge({ headers, receivedAt }: ReceivedResponse, now: number): number {
  const apparent = (receivedAt - sentAt(headers, receivedAt)) / 1_000
  const onArrival = Math.max(apparent > SLOW_CLOCK_SECONDS ? apparent : 0, statedAge(headers))
  return onArrival + (now - receivedAt) / 1_000
}

/** How many seconds the response stays fresh; negative once it is stale. */
export function freshSeconds(response: ReceivedResponse, rules: CacheRules, now: number): number {
  const { seconds, heuristic } = freshnessLifetime(response, rules)
  if (!heuristic) return seconds - currentAge(response, now)
  // A heuristic lifetime counts from the arrival of the response.
  const age = statedAge(response.headers) + (now - response.receivedAt) / 1_000
  return Math.max(seconds, MIN_HEURISTIC_SECONDS) - age
}

/** RFC 9111 §5.1: the first member, and only if it is a number. */
function statedAge(headers: Headers): number {
  const [first = ''] = membersOf(headers.get('age'))
  return /^\d+$/.test(first) ? Number(first) : 0
}

function neverFresh({ headers }: ReceivedResponse, rules: CacheRules): boolean {
  const control = responseControl(headers, rules)
  if (control.hasBare('no-cache') || variesByMore(headers)) return true
  if (!rules.shared) return false
  // A response with a cookie was made for one client, unless it says otherwise.
  const personal = !control.has('public') && !control.has('immutable')
  return control.has('proxy-revalidate') || (headers.has('set-cookie') && personal)
}

function secondsToExpiry({ headers, receivedAt }: ReceivedResponse): number | undefined {
  if (!headers.has('expires')) return undefined
  const expires = parseHttpDate(headers.get('expires'), receivedAt)
  // RFC 9111 §5.3: an invalid date means already expired.
  if (expires === undefined) return 0
  return Math.max(0, (expires - sentAt(headers, receivedAt)) / 1_000)
}

function heuristicSeconds({ headers, receivedAt }: ReceivedResponse, rules: CacheRules): number {
  const modified = parseHttpDate(headers.get('last-modified'), receivedAt)
  if (modified === undefined) return 0
  const unchanged = (sentAt(headers, receivedAt) - modified) / 1_000
  return Math.max(0, unchanged * rules.heuristicFraction)
}

function sentAt(headers: Headers, receivedAt: number): number {
  return parseHttpDate(headers.get('date'), receivedAt) ?? receivedAt
}

/** A request and its response, as far as they decide whether to store it. */
export interface Exchange {
  method: string
  requestHeaders: Headers
  status: number
  headers: Headers
}

/** RFC 9110 §15.1: statuses that are heuristically cacheable. */
const HEURISTICALLY_CACHEABLE = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

/** Statuses stored because of `Expires` alone, which many servers add to everything. */
const CACHEABLE_BY_EXPIRES = new Set([...HEURISTICALLY_CACHEABLE, 302, 303, 307])

/**
 * Statuses about the request rather than the resource: another request, or the same a moment later,
 * may get another response. 206 and 304 are partial responses, which we do not combine.
 */
const ABOUT_THE_REQUEST = new Set(
  '206 304 401 406 407 408 411 412 413 415 416 417 421 425 426 428 429 431 511'
    .split(' ')
    .map(Number),
)

/** Whether the response may be stored (RFC 9111 §3). */
export function mayStore(exchange: Exchange, rules: CacheRules): boolean {
  const { requestHeaders, status, headers } = exchange
  const control = responseControl(headers, rules)
  if (status < 200 || ABOUT_THE_REQUEST.has(status)) return false
  if (new CacheControl(requestHeaders.get('cache-control')).has('no-store')) return false
  if (forbidsStoring(status, control)) return false
  if (rules.shared && !mayShare(exchange, control)) return false
  return isCacheableMethod(exchange, control, rules) && isMarkedCacheable(exchange, control, rules)
}

/** Whether a lifetime may be estimated where none is given (RFC 9111 §4.2.2). */
function isHeuristicallyCacheable(status: number, control: CacheControl): boolean {
  return HEURISTICALLY_CACHEABLE.has(status) || control.has('public')
}

export function responseControl(headers: Headers, { ignoresCopiedRecipes }: CacheRules) {
  const field = headers.get('cache-control')
  const control = new CacheControl(field)
  const isRecipe = ignoresCopiedRecipes && control.has('pre-check') && control.has('post-check')
  return isRecipe ? new CacheControl(withoutRecipe(field)) : control
}

function withoutRecipe(field: string | null): string {
  return (field ?? '').replace(/(?:pre|post)-check|no-cache|no-store|must-revalidate/gi, 'x-copied')
}

/**
 * RFC 9111 §5.2.2.3: `must-understand` overrides `no-store` for statuses that we know how to store.
 */
function forbidsStoring(status: number, control: CacheControl): boolean {
  if (control.has('must-understand')) return !CACHEABLE_BY_EXPIRES.has(status)
  return control.has('no-store')
}

/** RFC 9111 §3.5 and §5.2.2.7. */
function mayShare({ requestHeaders }: Exchange, control: CacheControl): boolean {
  if (control.hasBare('private')) return false
  if (!requestHeaders.has('authorization')) return true
  return control.has('public') || control.has('must-revalidate') || control.has('s-maxage')
}

/** RFC 9110 §9.3.3: the response to a POST is stored only where it gives a lifetime. */
function isCacheableMethod(
  { method, headers }: Exchange,
  control: CacheControl,
  rules: CacheRules,
) {
  if (method === 'GET' || method === 'HEAD') return true
  return method === 'POST' && (hasMaxAge(control, rules) || headers.has('expires'))
}

function isMarkedCacheable(
  { status, headers }: Exchange,
  control: CacheControl,
  rules: CacheRules,
) {
  if (HEURISTICALLY_CACHEABLE.has(status) || control.has('public') || hasMaxAge(control, rules))
    return true
  if (!rules.shared && control.has('private')) return true
  return headers.has('expires') && CACHEABLE_BY_EXPIRES.has(status)
}

function hasMaxAge(control: CacheControl, { shared }: CacheRules): boolean {
  return control.has('max-age') || (shared && control.has('s-maxage'))
}
