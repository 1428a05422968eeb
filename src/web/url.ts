/** Longer ones are traps far more often than pages, and every URL learnt is kept in the log. */
const MAX_URL_CHARS = 2_000

/**
 * The normal form of an http(s) URL, which is a node's identity: what the WHATWG parser gives,
 * without fragment. Undefined for anything a crawler has no business asking for.
 */
export function normaliseUrl(text: string, base?: string): string | undefined {
  const url = parseUrl(text, base)
  if (url === undefined) return undefined
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  const href = withoutFragment(url.href)
  return href.length > MAX_URL_CHARS ? undefined : href
}

/** Of a URL in normal form, where the first slash after `https://` always exists. */
export function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', 'https://'.length))
}

/** Path and query of a URL in normal form: what robots.txt rules speak about. */
export function pathOf(url: string): string {
  return url.slice(url.indexOf('/', 'https://'.length))
}

function parseUrl(text: string, base: string | undefined): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

function withoutFragment(href: string): string {
  const hash = href.indexOf('#')
  return hash === -1 ? href : href.slice(0, hash)
}
