import type { Fingerprint } from '../../../lib/fingerprint.ts'
import { siphash, type SipKey } from '../../../lib/siphash.ts'
import { splitUrl } from '../../graph/split-url.ts'

/**
 * The keys under which a URL is counted; undefined where it has no such part. Each is a salted hash
 * that includes the origin, so that no site can forge a key of another.
 */
interface UrlKeys {
  host: Fingerprint
  /** The path without the query, which all variants of a page share. */
  page: Fingerprint | undefined
  /** The URL without numbers and parameter values: `/item/7?page=2` and `/item/8?page=3` share one. */
  pattern: Fingerprint | undefined
  /** The URL without its session ID. */
  withoutSession: Fingerprint | undefined
}

/** Names of session IDs. `sid`, `s` and `session` only count with a value that nobody typed. */
const SESSION = new RegExp(
  String.raw`([?&;])(?:(?:jsessionid|phpsessid|aspsessionid\w*|sessionid|session_id|sessid|` +
    String.raw`oscsid|zenid|xtcsid|cftoken|cfid)=[^&;?/]*|` +
    String.raw`(?:sid|s|session)=[\da-z]{20,64}(?![^&;?/]))|/\(s\([\da-z]{8,64}\)\)`,
  'gi',
)

const NUMBER = /\d+/g
const PARAMETER_VALUE = /=[^&]*/g

export function keysOf(url: string, salt: SipKey): UrlKeys {
  const { origin, path } = splitUrl(url)
  const queryAt = path.indexOf('?')
  return {
    host: siphash(origin, salt),
    page: queryAt < 0 ? undefined : siphash(`page ${origin}${path.slice(0, queryAt)}`, salt),
    pattern: hasVariants(path) ? numberPattern(origin, path, salt) : undefined,
    withoutSession: sessionlessKey(url, salt),
  }
}

function hasVariants(path: string): boolean {
  return path.includes('?') || /\d/.test(path)
}

function numberPattern(origin: string, path: string, salt: SipKey): Fingerprint {
  return patternHash(`numbers ${origin}${withoutNumbers(path)}`, salt)
}

function withoutNumbers(path: string): string {
  const { segments, names } = partsOf(path)
  return segments.replace(NUMBER, '#') + names
}

/** Whether two URLs differ only in numbers or parameter values. */
export function isVariantOf(url: string, other: string): boolean {
  const [one, two] = [splitUrl(url), splitUrl(other)]
  if (one.origin !== two.origin || !hasVariants(one.path)) return false
  return withoutNumbers(one.path) === withoutNumbers(two.path)
}

/** 48 bits save room in records, and are enough under a secret key. */
function patternHash(text: string, salt: SipKey): Fingerprint {
  const { low, high } = siphash(text, salt)
  return { low, high: high & 0xffff }
}

/** Random tokens stand last, as an item; just before, as its section; or first, as a session. */
const LAST_SEGMENTS = 3

/**
 * The patterns under which near-duplicates of a URL's kind are counted: first the URL without its
 * numbers, then, for each segment that may be a random token, the URL with the shape of that
 * segment in its place.
 */
export function patternsOf(url: string, salt: SipKey): Fingerprint[] {
  const { origin, path } = splitUrl(url)
  const { segments, names } = partsOf(path)
  const parts = segments.split('/')
  const patterns = [numberPattern(origin, path, salt)]
  for (const [i, part] of parts.entries()) {
    if (part === '' || (i > 1 && i < parts.length - LAST_SEGMENTS)) continue
    const shaped = parts.with(i, shapeOf(part)).join('/')
    patterns.push(patternHash(`shape ${origin}${shaped}${names}`, salt))
  }
  return patterns
}

/** The kinds of characters in a segment, and its length to a factor of two. */
function shapeOf(segment: string): string {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].map((kind) => Number(kind.test(segment)))
  return `*${kinds.join('')}${32 - Math.clz32(segment.length)}`
}

/** The path without its query, and the names of the query's parameters. */
function partsOf(path: string): { segments: string; names: string } {
  const queryAt = path.indexOf('?')
  if (queryAt < 0) return { segments: path, names: '' }
  return {
    segments: path.slice(0, queryAt),
    names: path.slice(queryAt).replace(PARAMETER_VALUE, ''),
  }
}

function sessionlessKey(url: string, salt: SipKey): Fingerprint | undefined {
  // Most URLs have none, and the pattern is slow.
  if (!url.includes('=') && !url.includes('(')) return undefined
  const plain = url.replace(SESSION, '$1')
  return plain === url ? undefined : siphash(`visit ${plain}`, salt)
}
