import { CacheControl } from './cache-control.ts'
import type { CacheRules } from './cache-rules.ts'

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
export function mayGuessLifetime(status: number, control: CacheControl): boolean {
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
