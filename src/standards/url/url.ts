import { normaliseEscapes } from './percent-encoding.ts'
import { withoutTracking } from './tracking-parameters.ts'

/** Longer ones are traps far more often than pages, and every URL learnt is kept in the log. */
const MAX_URL_CHARS = 2_000

/** The dot of the root zone: `example.com.` is `example.com` to everyone but a byte comparison. */
const ROOT_DOT = /(?<=[^.])\.(?=:|$)/

/** An escape, a query, or a dot that may be the root's: most links have none of them. */
const TO_NORMALISE = /[%?]|\.[:/]/

/**
 * The normal form of an http(s) URL, which is a node's identity and what is asked for. Undefined
 * for anything a crawler has no business asking for.
 *
 * Beyond what the WHATWG parser does (case and IDNA of the host, default port, dot segments) only
 * that is done which cannot change the page: no fragment, no empty query, no root dot, one
 * spelling of escapes, no tracking parameters. Not done, since it may lead to another page or to
 * none: sorting the query, adding or taking trailing slashes, collapsing slashes, `www.`, https
 * for http, directory indexes, session parameters, the case of the path.
 */
export function normaliseUrl(text: string, base?: string): string | undefined {
  const url = parseUrl(text, base)
  if (url === undefined) return undefined
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  const normal = normalHref(url)
  return normal.length > MAX_URL_CHARS ? undefined : normal
}

/** What a browser makes of a reference, whatever its scheme; undefined where it is no URL. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Of a URL in normal form, where the first slash after `https://` always exists. */
export function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', 'https://'.length))
}

/** Path and query of a URL in normal form: what robots.txt rules speak about. */
export function pathOf(url: string): string {
  return url.slice(url.indexOf('/', 'https://'.length))
}

function normalHref(url: URL): string {
  const href = withoutFragment(url.href)
  if (!TO_NORMALISE.test(href)) return href
  const host = url.host.replace(ROOT_DOT, '')
  const query = withoutTracking(normaliseEscapes(url.search))
  return `${url.protocol}//${host}${normaliseEscapes(url.pathname)}${query}`
}

function withoutFragment(href: string): string {
  const hash = href.indexOf('#')
  return hash === -1 ? href : href.slice(0, hash)
}
