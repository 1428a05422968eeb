import type { CacheControl } from '../../standards/http/cache-control.ts'
import { OWN_CACHE, type CacheRules } from '../../standards/http/cache-rules.ts'
import { freshSeconds } from '../../standards/http/freshness.ts'
import { responseControl } from '../../standards/http/storable.ts'

export interface LifetimeBounds {
  /** Where the response does not say. */
  defaultMs: number
  minMs: number
  maxMs: number
}

export const ROBOTS_LIFETIME: LifetimeBounds = {
  // RFC 9309 §2.4: a copy should not be used for more than a day.
  defaultMs: 24 * 3_600_000,
  maxMs: 24 * 3_600_000,
  // Whatever it says: a host's robots.txt must not cost it more requests than its pages do.
  minMs: 5 * 60_000,
}

/**
 * For how long a robots.txt is to be used before it is asked for again: by HTTP's freshness where
 * it speaks of it, within bounds. When the file was last changed says nothing about the next time.
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

/** Our copy serves many campaigns: what is said to shared caches only is said to us as well. */
function rulesFor(control: CacheControl): CacheRules {
  return { ...OWN_CACHE, shared: control.has('s-maxage') && !control.has('max-age') }
}

function within(ms: number, { minMs, maxMs }: LifetimeBounds): number {
  return Math.min(Math.max(ms, minMs), maxMs)
}
