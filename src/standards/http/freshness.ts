import type { CacheRules } from './cache-rules.ts'
import { parseHttpDate } from './dates.ts'
import { membersOf } from './list-field.ts'
import { mayGuessLifetime, mayStore, responseControl, type Exchange } from './storable.ts'
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
