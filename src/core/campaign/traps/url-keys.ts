import { fingerprint } from '../../../lib/fingerprint.ts'

/** What of a URL is counted, as 32-bit keys; undefined where it has no such thing. */
interface UrlKeys {
  host: number
  /** Its path, without the query: what all variants of one page share. */
  page: number | undefined
  /** Numbers and parameter values left out: `/item/7?page=2` and `/item/8?page=3` are one. */
  pattern: number | undefined
  /** The URL without its session: what it is for every visitor. */
  visit: number | undefined
}

/** Whatever their values. `sid`, `s` and `session` only with one that nobody typed. */
const SESSION = new RegExp(
  String.raw`([?&;])(?:(?:jsessionid|phpsessid|aspsessionid\w*|sessionid|session_id|sessid|` +
    String.raw`oscsid|zenid|xtcsid|cftoken|cfid)=[^&;?/]*|` +
    String.raw`(?:sid|s|session)=[\da-z]{20,64}(?![^&;?/]))|/\(s\([\da-z]{8,64}\)\)`,
  'gi',
)

const NUMBER = 0x23
const ZERO = 0x30
const NINE = 0x39
const QUESTION = 0x3f
const AMPERSAND = 0x26
const EQUALS = 0x3d

export function keysOf(url: string): UrlKeys {
  const pathAt = url.indexOf('/', url.indexOf('//') + 2)
  let host = 0x811c9dc5
  for (let i = 0; i < pathAt; i++) host = mix(host, url.charCodeAt(i))
  const { page, pattern, hasNumbers, end } = mixPath(host, url, pathAt)
  const hasQuery = end < url.length
  return {
    host: finish(host),
    page: hasQuery ? finish(page) : undefined,
    pattern: hasQuery || hasNumbers ? finish(mixNames(pattern, url, end)) : undefined,
    visit: visitKey(url),
  }
}

/** The path as it is, and with `#` for each number. */
function mixPath(host: number, url: string, start: number) {
  let page = mix(host, 1)
  let pattern = mix(host, 2)
  let hasNumbers = false
  let inNumber = false
  let end = start
  for (; end < url.length; end++) {
    const unit = url.charCodeAt(end)
    if (unit === QUESTION) break
    page = mix(page, unit)
    const isDigit = unit >= ZERO && unit <= NINE
    if (!isDigit || !inNumber) pattern = mix(pattern, isDigit ? NUMBER : unit)
    inNumber = isDigit
    hasNumbers ||= isDigit
  }
  return { page, pattern, hasNumbers, end }
}

/** Of a key, another, under which something else of the same thing is counted. */
export function relatedKey(key: number, what: number): number {
  return finish(mix(mix(0, key), what))
}

function mixNames(hash: number, url: string, queryAt: number): number {
  let mixed = hash
  let inName = true
  for (let i = queryAt; i < url.length; i++) {
    const unit = url.charCodeAt(i)
    if (unit === AMPERSAND) inName = true
    else if (unit === EQUALS) inName = false
    if (inName) mixed = mix(mixed, unit)
  }
  return mixed
}

function visitKey(url: string): number | undefined {
  // Most have none, and the pattern is a slow one.
  if (!url.includes('=') && !url.includes('(')) return undefined
  const plain = url.replace(SESSION, '$1')
  return plain === url ? undefined : fingerprint(plain).low
}

function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

function finish(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
