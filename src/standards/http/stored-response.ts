import { CacheControl, type CacheRules } from './cache-control.ts'
import { ageOf, freshSeconds, type Received, mayStore, responseControl } from './freshness.ts'
import { membersOf } from './fields.ts'
import { fitsVary } from './vary.ts'
import { parseHttpDate } from './dates.ts'

/** A response as it is kept, with the request it answered. */
export interface StoredResponse extends Received {
  /** Undefined where the one who keeps it keeps it by URL. */
  url?: string | undefined
}

export interface Asking {
  method: string
  headers: Headers
  url?: string | undefined
}

export type Reuse =
  | 'reuse'
  /** Stale, but the host would rather we used it, and asked again later (RFC 5861 §3). */
  | 'reuse-and-refresh'
  | 'ask'

/** RFC 9110 §7.6.1: fields for one connection only. */
const HOP_BY_HOP = new Set(
  (
    'connection keep-alive proxy-authenticate proxy-authentication-info proxy-authorization ' +
    'proxy-connection te trailer transfer-encoding upgrade'
  ).split(' '),
)

/** RFC 9111 §3.2: they describe the body that is kept, which a 304 does not bring. */
const OF_THE_BODY = new Set(['content-encoding', 'content-length', 'content-range'])

/** Whether the response may answer another request at all, fresh or stale (RFC 9111 §4). */
export function fits(stored: StoredResponse, { method, headers, url }: Asking): boolean {
  if (stored.url !== undefined && url !== undefined && stored.url !== url) return false
  if (stored.requestHeaders.get('host') !== headers.get('host')) return false
  if (method !== stored.method && !(method === 'HEAD' && stored.method === 'GET')) return false
  return fitsVary(stored.headers, stored.requestHeaders, headers)
}

/** What to do about a request that a stored response fits. */
export function reuseOf(
  stored: StoredResponse,
  asking: Asking,
  rules: CacheRules,
  now: number,
): Reuse {
  const wish = requestControl(asking.headers)
  if (!fits(stored, asking) || refuses(wish, ageOf(stored, now))) return 'ask'
  const left = freshSeconds(stored, rules, now)
  if (left > (wish.seconds('min-fresh') ?? 0)) return 'reuse'
  if (wish.has('min-fresh') || mustRevalidate(stored, rules)) return 'ask'
  if (wish.has('max-stale') && -left <= staleWish(wish)) return 'reuse'
  const { refreshing } = staleSeconds(stored, rules)
  return -left < refreshing ? 'reuse-and-refresh' : 'ask'
}

/** Whether to make do with a stale response when the host cannot answer (RFC 5861 §4). */
export function servesOnError(stored: StoredResponse, rules: CacheRules, now: number): boolean {
  if (mustRevalidate(stored, rules)) return false
  return -freshSeconds(stored, rules, now) < staleSeconds(stored, rules).onError
}

/** For how much longer there is any use in keeping the response, without asking for it again. */
export function keepSeconds(stored: StoredResponse, rules: CacheRules, now: number): number {
  const { refreshing, onError } = staleSeconds(stored, rules)
  return Math.max(0, freshSeconds(stored, rules, now) + Math.max(refreshing, onError))
}

/** The headers to ask again with: those of the request, and what tells the host what we have. */
export function revalidationHeaders(
  stored: StoredResponse,
  asking: Asking,
  rules: CacheRules,
): Headers {
  const headers = endToEnd(asking.headers)
  const own = mayStore(stored, rules) && fits(stored, asking) ? validatorsOf(stored.headers) : NONE
  // A request for part of a page, or for a change to it, may not go by a date (RFC 9110 §8.8.2.2).
  const strict = STRICT.some((name) => headers.has(name)) || asking.method !== 'GET'
  const { 'if-none-match': tag, 'if-modified-since': date } = conditionalHeaders(own)
  if (tag !== undefined && !(strict && tag.startsWith('W/'))) headers.append('if-none-match', tag)
  headers.delete('if-modified-since')
  if (date !== undefined && !strict) headers.set('if-modified-since', date)
  return headers
}

/** The stored response after the host has said, with a 304, that it still holds (RFC 9111 §4.3.4). */
export function confirmed(stored: StoredResponse, news: Headers, now: number): StoredResponse {
  const headers = new Headers(stored.headers)
  for (const [name, value] of endToEnd(news)) {
    if (!OF_THE_BODY.has(name)) headers.set(name, value)
  }
  const before = stored.headers.get('etag')
  const after = news.get('etag')
  // We asked about the body we have, by its own tag: it cannot have got another.
  if (before !== null && after !== null && !isSameTag(before, after)) headers.set('etag', before)
  // Another's measure of the time since it last asked, which we have just done ourselves.
  if (!news.has('age')) headers.delete('age')
  return { ...stored, headers, receivedAt: now }
}

const NONE = { etag: undefined, lastModified: undefined }
const STRICT = ['range', 'accept-ranges', 'if-match', 'if-unmodified-since']

/** RFC 9111 §5.4: `Pragma` speaks where `Cache-Control` does not. */
function requestControl(headers: Headers): CacheControl {
  return new CacheControl(headers.get('cache-control') ?? headers.get('pragma'))
}

/** RFC 9111 §5.2.1: the request wants no copy, or none as old. */
function refuses(wish: CacheControl, age: number): boolean {
  if (wish.has('no-cache') || wish.has('no-store')) return true
  return age > (wish.seconds('max-age') ?? Infinity)
}

function staleWish(wish: CacheControl): number {
  return wish.hasBare('max-stale') ? Infinity : (wish.seconds('max-stale') ?? 0)
}

/** RFC 9111 §4.2.4: no stale copy, whatever else allows it. */
function mustRevalidate({ headers }: StoredResponse, rules: CacheRules): boolean {
  const control = responseControl(headers, rules)
  if (control.has('must-revalidate') || control.hasBare('no-cache')) return true
  return rules.shared && (control.has('proxy-revalidate') || control.has('s-maxage'))
}

function staleSeconds({ headers }: StoredResponse, rules: CacheRules) {
  const control = responseControl(headers, rules)
  return {
    refreshing: control.seconds('stale-while-revalidate') ?? 0,
    onError: control.seconds('stale-if-error') ?? 0,
  }
}

function endToEnd(headers: Headers): Headers {
  const named = new Set(membersOf(headers.get('connection')?.toLowerCase() ?? null))
  return new Headers([...headers].filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name)))
}

/** What a host gave us to ask by whether a page has changed since. */
export interface Validators {
  etag: string | undefined
  lastModified: string | undefined
}

export function validatorsOf(headers: Headers): Validators {
  const etag = headers.get('etag')?.trim()
  const lastModified = headers.get('last-modified')?.trim()
  return {
    etag: etag === undefined || etag === '' ? undefined : quotedTag(etag),
    // Sent back as it came: hosts compare it as text (RFC 9110 §13.1.3).
    lastModified: parseHttpDate(lastModified ?? null, 0) === undefined ? undefined : lastModified,
  }
}

/** The request headers of a conditional GET; none where there is nothing to ask by. */
export function conditionalHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    // For hosts that know no tags; those that do pass it over (RFC 9110 §13.1.3).
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  }
}

/** Weak comparison (RFC 9110 §8.8.3.2): the same page, if perhaps not byte by byte. */
export function isSameTag(a: string, b: string): boolean {
  return quotedTag(a).replace(/^W\//, '') === quotedTag(b).replace(/^W\//, '')
}

/** A tag sent without its quotes gets them, since there is no other way to send it. */
function quotedTag(tag: string): string {
  const [, weak = '', rest = ''] = /^(W\/)?(.*)$/is.exec(tag.trim()) ?? []
  const quoted = rest.length > 1 && rest.startsWith('"') && rest.endsWith('"')
  return `${weak.toUpperCase()}${quoted ? rest : `"${rest.replaceAll('"', '')}"`}`
}
