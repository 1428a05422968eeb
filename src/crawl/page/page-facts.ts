import type { Element } from '../../standards/html/element.ts'
import { sliceWhole } from './page-text.ts'
import { normaliseUrl } from '../../standards/url/url.ts'
import type { TagAttributes } from '../../standards/html/attributes.ts'
import { LINK_RELS, type LinkRel } from '../../core/campaign/event.ts'

/** A `<meta>` that has a name: `robots`, the name of a crawler, or anything else. */
export interface NamedMeta {
  /** The name in lower case. */
  name: string
  content: string
}

const MAX_DESCRIPTION_CHARS = 500
/** A page has a dozen; an attack may have a million. */
const MAX_METAS = 100
const MAX_FEEDS = 10
const FEED_TYPE = /^\s*application\/(rss|atom)\+xml\s*(;|$)/i

export function namedMetas(elements: readonly Element[]): NamedMeta[] {
  const metas: NamedMeta[] = []
  for (const { name, attributes, isInert } of elements) {
    if (name !== 'meta' || isInert) continue
    const about = attributes.get('name')?.trim().toLowerCase()
    const content = attributes.get('content')
    if (about === undefined || content === undefined) continue
    metas.push({ name: about, content })
    if (metas.length >= MAX_METAS) break
  }
  return metas
}

/** The page's description for search engines. */
export function description(metas: readonly NamedMeta[]): string {
  const content = metas.find(({ name }) => name === 'description')?.content ?? ''
  return sliceWhole(content.replace(/\s+/g, ' ').trim(), 0, MAX_DESCRIPTION_CHARS)
}

/** The page's `rel=canonical`, in normal form. */
export function canonicalUrl(elements: readonly Element[], base: string): string | undefined {
  const [first] = linkedBy(elements, (words) => words.has('canonical'))
  return first === undefined ? undefined : normaliseUrl(first.get('href')!, base)
}

/** The page's first refresh. */
export function pageRefresh(elements: readonly Element[], base: string): Refresh | undefined {
  for (const { name, attributes, isInert } of elements) {
    if (name !== 'meta' || isInert) continue
    const refresh = refreshOf(attributes)
    if (refresh === undefined) continue
    const { seconds, url } = refresh
    return { seconds, url: url === undefined ? undefined : normaliseUrl(url, base) }
  }
  return undefined
}

/** The feeds that the page links to. */
export function feedUrls(elements: readonly Element[], base: string): string[] {
  return linkedBy(elements, (words) => words.has('alternate'))
    .filter((attributes) => FEED_TYPE.test(attributes.get('type') ?? ''))
    .slice(0, MAX_FEEDS)
    .map((attributes) => normaliseUrl(attributes.get('href')!, base))
    .filter((url) => url !== undefined)
}

function linkedBy(elements: readonly Element[], test: (words: ReadonlySet<string>) => boolean) {
  return elements
    .filter(({ name, isInert }) => name === 'link' && !isInert)
    .map(({ attributes }) => attributes)
    .filter((attributes) => attributes.has('href') && test(relWords(attributes.get('rel'))))
}

export interface Refresh {
  /** Whole seconds before the refresh. */
  seconds: number
  /** The target as written; undefined where the page reloads itself. */
  url: string | undefined
}

const DIGITS = /^[\t\n\f\r ]*(\d*)/
const FRACTION = /^[\d.]+/
const SEPARATOR = /^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/
const URL_LABEL = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i

/** The refresh of a `<meta>`, if it is one. */
export function refreshOf(meta: TagAttributes): Refresh | undefined {
  if (meta.get('http-equiv')?.toLowerCase() !== 'refresh') return undefined
  return parseRefresh(meta.get('content') ?? '')
}

/** The `content` of a `<meta http-equiv=refresh>` (HTML §4.2.5.3, "shared declarative refresh"). */
export function parseRefresh(content: string): Refresh | undefined {
  const [start = '', digits = ''] = DIGITS.exec(content) ?? []
  const rest = content.slice(start.length)
  if (digits === '' && !rest.startsWith('.')) return undefined
  const target = rest.replace(FRACTION, '')
  if (target !== '' && !/^[;,\t\n\f\r ]/.test(target)) return undefined
  const address = target.replace(SEPARATOR, '')
  const seconds = Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
  return { seconds, url: address === '' ? undefined : unquote(address) }
}

/** Removes a quote at the beginning of the address, or after its label. */
function unquote(address: string): string {
  const label = URL_LABEL.exec(address)
  if (label === null && /^u/i.test(address)) return address
  const text = address.slice(label?.[0].length ?? 0)
  const quote = text.charAt(0)
  if (quote !== '"' && quote !== "'") return text
  const [inside = ''] = text.slice(1).split(quote, 1)
  return inside
}

/**
 * The words of a `rel`, in lower case. The standard separates them by space, many authors by comma.
 */
export function relWords(rel: string | undefined): ReadonlySet<string> {
  return new Set((rel ?? '').toLowerCase().split(/[\t\n\f\r ,]+/))
}

export function linkRels(words: ReadonlySet<string>): LinkRel[] {
  return LINK_RELS.filter((rel) => words.has(rel))
}
