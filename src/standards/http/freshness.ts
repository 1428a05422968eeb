import { type CacheRules, CacheControl } from './cache-control.ts'
import { parseHttpDate } from './dates.ts'
import { membersOf } from './fields.ts'
import { variesByMore } from './vary.ts'

export interface Received extends Exchange {
  /** When the response came, in milliseconds since 1970. */
  receivedAt: number
}

export interface Lifetime {
  seconds: number
  /** No header says it: a share of the time since the page was last changed. */
  guessed: boolean
}

/** However lately a page was changed, it is not asked for again within this: ten seconds. */
const MIN_GUESSED_SECONDS = 10

/**
 * A `Date` less than five minutes ago is a host's slow clock far more often than another's copy,
 * which would have to say its `Age`. Believed, it would make short-lived pages stale on arrival.
 */
const SLOW_CLOCK_SECONDS = 300

const NONE: Lifetime = { seconds: 0, guessed: false }

/** RFC 9111 §4.2.1 and §4.2.2. */
export function lifetimeOf(response: Received, rules: CacheRules): Lifetime {
  if (!mayStore(response, rules) || neverFresh(response, rules)) return NONE
  const control = responseControl(response.headers, rules)
  const maxAge =
    (rules.shared ? control.seconds('s-maxage') : undefined) ?? control.seconds('max-age')
  if (maxAge !== undefined) return { seconds: maxAge, guessed: false }
  const least = control.has('immutable') ? rules.immutableSeconds : 0
  const explicit = secondsToExpiry(response)
  if (explicit !== undefined) return { seconds: Math.max(least, explicit), guessed: false }
  const guess = mayGuessLifetime(response.status, control) ? guessedSeconds(response, rules) : 0
  return { seconds: Math.max(least, guess), guessed: guess > 0 }
}

/** RFC 9111 §4.2.3, of which the way from the host to us is left out: it is seconds at most. */
export function ageOf({ headers, receivedAt }: Received, now: number): number {
  const apparent = (receivedAt - sentAt(headers, receivedAt)) / 1_000
  const onArrival = Math.max(apparent > SLOW_CLOCK_SECONDS ? apparent : 0, statedAge(headers))
  return onArrival + (now - receivedAt) / 1_000
}

/** For how much longer the response is fresh; below zero, for how long it has been stale. */
export function freshSeconds(response: Received, rules: CacheRules, now: number): number {
  const { seconds, guessed } = lifetimeOf(response, rules)
  if (!guessed) return seconds - ageOf(response, now)
  // A guess is made when the response comes, so it counts from there.
  const age = statedAge(response.headers) + (now - response.receivedAt) / 1_000
  return Math.max(seconds, MIN_GUESSED_SECONDS) - age
}

/** RFC 9111 §5.1: the first member, and only if it is a number. */
function statedAge(headers: Headers): number {
  const [first = ''] = membersOf(headers.get('age'))
  return /^\d+$/.test(first) ? Number(first) : 0
}

function neverFresh({ headers }: Received, rules: CacheRules): boolean {
  const control = responseControl(headers, rules)
  if (control.hasBare('no-cache') || variesByMore(headers)) return true
  if (!rules.shared) return false
  // What comes with a cookie was made for one visitor, unless it says otherwise.
  const personal = !control.has('public') && !control.has('immutable')
  return control.has('proxy-revalidate') || (headers.has('set-cookie') && personal)
}

function secondsToExpiry({ headers, receivedAt }: Received): number | undefined {
  if (!headers.has('expires')) return undefined
  const expires = parseHttpDate(headers.get('expires'), receivedAt)
  // RFC 9111 §5.3: what is no date is long past.
  if (expires === undefined) return 0
  return Math.max(0, (expires - sentAt(headers, receivedAt)) / 1_000)
}

function guessedSeconds({ headers, receivedAt }: Received, rules: CacheRules): number {
  const modified = parseHttpDate(headers.get('last-modified'), receivedAt)
  if (modified === undefined) return 0
  const unchanged = (sentAt(headers, receivedAt) - modified) / 1_000
  return Math.max(0, unchanged * rules.guessedShare)
}

function sentAt(headers: Headers, receivedAt: number): number {
  return parseHttpDate(headers.get('date'), receivedAt) ?? receivedAt
}

/** What of a request and its response decides about keeping the response. */
export interface Exchange {
  method: string
  requestHeaders: Headers
  status: number
  headers: Headers
}

/** RFC 9110 §15.1: may be kept, and its lifetime guessed, without a word about either. */
const KEPT_UNASKED = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

/** Kept on the strength of `Expires` alone, which many servers add to whatever they send. */
const KEPT_BY_EXPIRES = new Set([...KEPT_UNASKED, 302, 303, 307])

/**
 * Answers about how or how often was asked rather than about what: another request, or the same a
 * moment later, may get another. 206 and 304 are parts of answers, which we do not put together.
 */
const ABOUT_THE_REQUEST = new Set(
  '206 304 401 406 407 408 411 412 413 415 416 417 421 425 426 428 429 431 511'
    .split(' ')
    .map(Number),
)

/** RFC 9111 §3. */
export function mayStore(exchange: Exchange, rules: CacheRules): boolean {
  const { requestHeaders, status, headers } = exchange
  const control = responseControl(headers, rules)
  if (status < 200 || ABOUT_THE_REQUEST.has(status)) return false
  if (new CacheControl(requestHeaders.get('cache-control')).has('no-store')) return false
  if (isBarred(status, control)) return false
  if (rules.shared && !mayShare(exchange, control)) return false
  return isCacheableMethod(exchange, control, rules) && isMeantToBeKept(exchange, control, rules)
}

/** Whether a lifetime may be guessed, where none is given (RFC 9111 §4.2.2). */
function mayGuessLifetime(status: number, control: CacheControl): boolean {
  return KEPT_UNASKED.has(status) || control.has('public')
}

export function responseControl(headers: Headers, { seesThroughRecipes }: CacheRules) {
  const field = headers.get('cache-control')
  const control = new CacheControl(field)
  const isRecipe = seesThroughRecipes && control.has('pre-check') && control.has('post-check')
  return isRecipe ? new CacheControl(withoutRecipe(field)) : control
}

function withoutRecipe(field: string | null): string {
  return (field ?? '').replace(/(?:pre|post)-check|no-cache|no-store|must-revalidate/gi, 'x-copied')
}

/** RFC 9111 §5.2.2.3: `must-understand` takes `no-store` back for statuses we know how to keep. */
function isBarred(status: number, control: CacheControl): boolean {
  if (control.has('must-understand')) return !KEPT_BY_EXPIRES.has(status)
  return control.has('no-store')
}

/** RFC 9111 §3.5 and §5.2.2.7. */
function mayShare({ requestHeaders }: Exchange, control: CacheControl): boolean {
  if (control.hasBare('private')) return false
  if (!requestHeaders.has('authorization')) return true
  return control.has('public') || control.has('must-revalidate') || control.has('s-maxage')
}

/** RFC 9110 §9.3.3: a POST's answer is kept only where it says for how long. */
function isCacheableMethod(
  { method, headers }: Exchange,
  control: CacheControl,
  rules: CacheRules,
) {
  if (method === 'GET' || method === 'HEAD') return true
  return method === 'POST' && (hasMaxAge(control, rules) || headers.has('expires'))
}

function isMeantToBeKept({ status, headers }: Exchange, control: CacheControl, rules: CacheRules) {
  if (KEPT_UNASKED.has(status) || control.has('public') || hasMaxAge(control, rules)) return true
  if (!rules.shared && control.has('private')) return true
  return headers.has('expires') && KEPT_BY_EXPIRES.has(status)
}

function hasMaxAge(control: CacheControl, { shared }: CacheRules): boolean {
  return control.has('max-age') || (shared && control.has('s-maxage'))
}
