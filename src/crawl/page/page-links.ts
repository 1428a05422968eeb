import type { LinkRel } from '../../core/campaign/event.ts'
import type { Link } from '../../core/campaign/fetch/source.ts'
import type { TagAttributes } from '../../standards/html/attributes.ts'
import type { Element } from '../../standards/html/element.ts'
import { linkRels, relWords, refreshOf } from './page-facts.ts'
import { sliceWhole } from './page-text.ts'
import { TagPaths } from './tag-path.ts'
import { normaliseUrl, parseUrl } from '../../standards/url/url.ts'

type LinkSource = 'a' | 'area' | 'frame' | 'iframe' | 'next' | 'prev' | 'alternate' | 'refresh'

export interface PageLink extends Link {
  source: LinkSource
}

/** A link as it stands in the page. */
interface RawLink {
  source: LinkSource
  href: string
  /** Its anchor text, where that is not part of the page's text. */
  words?: string | undefined
  rel?: LinkRel[]
}

/** A page with more is an index of everything, and the cost of a step grows with its links. */
const MAX_LINKS = 5_000
const MAX_ANCHOR_CHARS = 200
/** The window's extent on each side of the anchor: about eight words. */
const WINDOW_CHARS = 50

/** The position of a link's anchor in the text of its page. */
export interface Place {
  start: number
  end: number
}

export interface PageContext {
  url: string
  base: string
  text: string
  /** Whether links are to have the paths they stand under. */
  withTagPaths: boolean
  placeOf: (element: Element) => Place | undefined
}

/** The links of a page in tree order, without those to the page itself. */
export function resolveLinks(elements: readonly Element[], page: PageContext): PageLink[] {
  const self = normaliseUrl(page.url)
  const links: PageLink[] = []
  const paths = page.withTagPaths ? new TagPaths() : undefined
  for (const element of elements) {
    if (links.length >= MAX_LINKS) break
    // The parser repeats an element that was left open; its author wrote one.
    const raw = element.isInert || element.isRepeated ? undefined : rawLink(element)
    if (raw === undefined || isWithin(raw.href, page)) continue
    const url = normaliseUrl(raw.href, page.base)
    if (url === undefined || url === self) continue
    const { source, rel = [], words } = raw
    const link = { url, ...wordsOf(page.placeOf(element), words, page.text), source, rel }
    links.push(paths === undefined ? link : { ...link, tagPath: paths.of(element) })
  }
  return links
}

/** Recognises a fragment without parsing it: a page may have thousands. */
function isWithin(href: string, { url, base }: PageContext): boolean {
  return base === url && href.startsWith('#')
}

function rawLink({ name, attributes }: Element): RawLink | undefined {
  switch (name) {
    case 'a':
    case 'area':
      return hyperlink(name, attributes)
    case 'frame':
    case 'iframe':
      return frame(name, attributes)
    case 'link':
      return headLink(attributes)
    case 'meta':
      return refresh(attributes)
    default:
      return undefined
  }
}

function hyperlink(source: 'a' | 'area', attributes: TagAttributes): RawLink | undefined {
  const href = attributes.get('href')
  if (href === undefined) return undefined
  const rel = linkRels(relWords(attributes.get('rel')))
  return { source, href, rel, words: source === 'area' ? (attributes.get('alt') ?? '') : undefined }
}

function frame(source: 'frame' | 'iframe', attributes: TagAttributes): RawLink | undefined {
  const href = attributes.get('src')
  // A frame with a `srcdoc` shows that and never loads its address.
  if (href === undefined || attributes.has('srcdoc')) return undefined
  return { source, href, words: attributes.get('title') ?? '' }
}

/** An alternate may be a feed or a style sheet; only a page is a link. */
function headLink(attributes: TagAttributes): RawLink | undefined {
  const href = attributes.get('href')
  const words = relWords(attributes.get('rel'))
  const source = (['next', 'prev', 'alternate'] as const).find((word) => words.has(word))
  if (href === undefined || source === undefined || words.has('stylesheet')) return undefined
  if (source === 'alternate' && !isPageType(attributes.get('type'))) return undefined
  return { source, href, words: attributes.get('title') ?? '' }
}

function isPageType(type = ''): boolean {
  return type === '' || /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type)
}

function refresh(attributes: TagAttributes): RawLink | undefined {
  const href = refreshOf(attributes)?.url
  return href === undefined ? undefined : { source: 'refresh', href, words: '' }
}

function wordsOf(place: Place | undefined, ownWords: string | undefined, text: string) {
  const own = sliceWhole((ownWords ?? '').replace(/\s+/g, ' ').trim(), 0, MAX_ANCHOR_CHARS)
  if (place === undefined) return { anchor: own, window: own }
  const { start } = place
  // An anchor that was never closed would make the whole page its window.
  const end = Math.min(place.end, start + MAX_ANCHOR_CHARS)
  const anchor = ownWords === undefined ? sliceWhole(text, start, end).trim() : own
  const window = sliceWhole(text, Math.max(0, start - WINDOW_CHARS), end + WINDOW_CHARS)
  return { anchor, window: window.trim() }
}

/**
 * The base URL of a page (HTML §4.2.3): the first `<base>` with an address, or the page itself if
 * that address is invalid, data or a script.
 */
export function documentBase(elements: readonly Element[], pageUrl: string): string {
  const base = elements.find(
    ({ name, attributes, isInert }) => name === 'base' && !isInert && attributes.has('href'),
  )
  const url = base === undefined ? undefined : parseUrl(base.attributes.get('href')!, pageUrl)
  if (url === undefined || url.protocol === 'data:' || url.protocol === 'javascript:') {
    return pageUrl
  }
  return url.href
}
