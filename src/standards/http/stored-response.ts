import { CacheControl, type CacheRules } from './cache-control.ts'
import {
  currentAge,
  freshSeconds,
  type ReceivedResponse,
  mayStore,
  responseControl,
} from './freshness.ts'
import { membersOf } from './fields.ts'
import { fitsVary } from './vary.ts'
import { parseHttpDate } from './dates.ts'

/** A stored response, with the request it answered. */
export interface StoredResponse extends ReceivedResponse {
  /** Undefined where the cache is keyed by URL. */
  url?: string | undefined
}

/** RFC 9111 §4: the request that a cache may answer. */
export interface PresentedRequest {
  method: string
  headers: Headers
  url?: string | undefined
}

export type Reuse =
  | 'reuse'
  /** Stale, but to be used while it is revalidated (RFC 5861 §3). */
  | 'reuse-and-revalidate'
  | 'fetch'

/** RFC 9110 §7.6.1: fields that hold for one connection. */
const HOP_BY_HOP = new Set(
  (
    'connection keep-alive proxy-authenticate proxy-authentication-info proxy-authorization ' +
    'proxy-connection te trailer transfer-encoding upgrade'
  ).split(' '),
)

/** RFC 9111 §3.2: fields of the stored body, which a 304 does not replace. */
const OF_THE_BODY = new Set(['content-encoding', 'content-length', 'content-range'])

/** Whether the stored response matches a request, fresh or stale (RFC 9111 §4). */
export function fits(stored: StoredResponse, { method, headers, url }: PresentedRequest): boolean {
  if (stored.url !== undefined && url !== undefined && stored.url !== url) return false
  if (stored.requestHeaders.get('host') !== headers.get('host')) return false
  if (method !== stored.method && !(method === 'HEAD' && stored.method === 'GET')) return false
  return fitsVary(stored.headers, stored.requestHeaders, headers)
}

/** Whether to answer a request with the stored response. */
export function reuseOf(
  stored: StoredResponse,
  request: PresentedRequest,
  rules: CacheRules,
  now: number,
): Reuse {
  const control = requestControl(request.headers)
  if (!fits(stored, request) || refuses(control, currentAge(stored, now))) return 'fetch'
  const left = freshSeconds(stored, rules, now)
  if (left > (control.seconds('min-fresh') ?? 0)) return 'reuse'
  if (control.has('min-fresh') || mustRevalidate(stored, rules)) return 'fetch'
  if (control.has('max-stale') && -left <= maxStale(control)) return 'reuse'
  const { refreshing } = staleSeconds(stored, rules)
  return -left < refreshing ? 'reuse-and-revalidate' : 'fetch'
}

/** Whether a stale response may be used when the host cannot answer (RFC 5861 §4). */
export function servesOnError(stored: StoredResponse, rules: CacheRules, now: number): boolean {
  if (mustRevalidate(stored, rules)) return false
  return -freshSeconds(stored, rules, now) < staleSeconds(stored, rules).onError
}

/** How many seconds the response remains useful without revalidation. */
export function keepSeconds(stored: StoredResponse, rules: CacheRules, now: number): number {
  const { refreshing, onError } = staleSeconds(stored, rules)
  return Math.max(0, freshSeconds(stored, rules, now) + Math.max(refreshing, onError))
}

/** The headers of a conditional request: those of the request, and the stored validators. */
export function revalidationHeaders(
  stored: StoredResponse,
  request: PresentedRequest,
  rules: CacheRules,
): Headers {
  const headers = endToEnd(request.headers)
  const own = mayStore(stored, rules) && fits(stored, request) ? validatorsOf(stored.headers) : NONE
  // A range request, or one for a change, must not rely on a date (RFC 9110 §8.8.2.2).
  const strict = STRICT.some((name) => headers.has(name)) || request.method !== 'GET'
  const { 'if-none-match': tag, 'if-modified-since': date } = conditionalHeaders(own)
  if (tag !== undefined && !(strict && tag.startsWith('W/'))) headers.append('if-none-match', tag)
  headers.delete('if-modified-since')
  if (date !== undefined && !strict) headers.set('if-modified-since', date)
  return headers
}

/** The stored response, freshened by the headers of a 304 (RFC 9111 §4.3.4). */
export function freshen(stored: StoredResponse, update: Headers, now: number): StoredResponse {
  const headers = new Headers(stored.headers)
  for (const [name, value] of endToEnd(update)) {
    if (!OF_THE_BODY.has(name)) headers.set(name, value)
  }
  const before = stored.headers.get('etag')
  const after = update.get('etag')
  // The 304 confirms the stored body by its own tag: it cannot have another.
  if (before !== null && after !== null && !isSameTag(before, after)) headers.set('etag', before)
  // An old `Age` no longer holds: the response was just validated.
  if (!update.has('age')) headers.delete('age')
  return { ...stored, headers, receivedAt: now }
}

const NONE = { etag: undefined, lastModified: undefined }
const STRICT = ['range', 'accept-ranges', 'if-match', 'if-unmodified-since']

/** RFC 9111 §5.4: `Pragma` counts where there is no `Cache-Control`. */
function requestControl(headers: Headers): CacheControl {
  return new CacheControl(headers.get('cache-control') ?? headers.get('pragma'))
}

/** RFC 9111 §5.2.1: the request accepts no stored response, or none this old. */
function refuses(control: CacheControl, age: number): boolean {
  if (control.has('no-cache') || control.has('no-store')) return true
  return age > (control.seconds('max-age') ?? Infinity)
}

function maxStale(control: CacheControl): number {
  return control.hasBare('max-stale') ? Infinity : (control.seconds('max-stale') ?? 0)
}

/** RFC 9111 §4.2.4: no stale response may be used, whatever else allows it. */
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

/** The validators of a response (RFC 9110 §8.8). */
export interface Validators {
  etag: string | undefined
  lastModified: string | undefined
}

export function validatorsOf(headers: Headers): Validators {
  const etag = headers.get('etag')?.trim()
  const lastModified = headers.get('last-modified')?.trim()
  return {
    etag: etag === undefined || etag === '' ? undefined : quotedTag(etag),
    // Kept as it came: hosts compare it as text (RFC 9110 §13.1.3).
    lastModified: parseHttpDate(lastModified ?? null, 0) === undefined ? undefined : lastModified,
  }
}

/** The headers that make a GET conditional; none without validators. */
export function conditionalHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    // Hosts that know entity tags ignore the date (RFC 9110 §13.1.3).
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  }
}

/** Weak comparison (RFC 9110 §8.8.3.2): equivalent, if not byte by byte. */
export function isSameTag(a: string, b: string): boolean {
  return quotedTag(a).replace(/^W\//, '') === quotedTag(b).replace(/^W\//, '')
}

/** Adds quotes that a host left out: a tag cannot be sent without them. */
function quotedTag(tag: string): string {
  const [, weak = '', rest = ''] = /^(W\/)?(.*)$/is.exec(tag.trim()) ?? []
  const quoted = rest.length > 1 && rest.startsWith('"') && rest.endsWith('"')
  return `${weak.toUpperCase()}${quoted ? rest : `"${rest.replaceAll('"', '')}"`}`
}
