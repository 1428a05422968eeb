import { documentBase, resolveLinks, type PageLink, type Place } from './page-links.ts'
import { readHtml } from '../../standards/html/tree-builder.ts'
import {
  type Refresh,
  canonicalUrl,
  description,
  feedUrls,
  namedMetas,
  pageRefresh,
  type NamedMeta,
} from './page-facts.ts'
import { sliceWhole, Boilerplate, Hidden, BREAKS_WORDS, PageText } from './page-text.ts'
import type { TagAttributes } from '../../standards/html/attributes.ts'
import type { Element } from '../../standards/html/element.ts'
import { names } from '../../standards/html/text.ts'
import type { TreeReader } from '../../standards/html/tree.ts'

export interface ParsedPage {
  title: string
  /** The content of `<meta name=description>`. */
  description: string
  /**
   * The visible text with the title in front, white space collapsed. Boilerplate of the site, such as
   * its navigation, is left out.
   */
  text: string
  links: PageLink[]
  /** The `lang` of the page: a BCP 47 tag, if the author got it right. */
  language: string | undefined
  /** The URL in normal form. */
  canonical: string | undefined
  /** `url` is in normal form, undefined where the page reloads itself or leaves the web. */
  refresh: Refresh | undefined
  feeds: string[]
  metas: NamedMeta[]
}

/** An unclosed `<title>` would hold the whole page. */
const MAX_TITLE_CHARS = 500

/** Reads the page in one pass, by the HTML standard. Never throws. */
export function parsePage(html: string, url: string, withTagPaths = false): ParsedPage {
  const page = new PageReader()
  const elements = readHtml(html, page)
  const base = documentBase(elements, url)
  const title = sliceWhole(page.title.toString(), 0, MAX_TITLE_CHARS)
  const text = page.text.toString()
  const placeOf = page.placeOf.bind(page)
  const metas = namedMetas(elements)
  return {
    title,
    description: description(metas),
    text: `${title} ${page.boilerplate.rest()}`.trim(),
    links: resolveLinks(elements, { url, base, text, withTagPaths, placeOf }),
    language: page.language?.trim() || undefined,
    canonical: canonicalUrl(elements, base),
    refresh: pageRefresh(elements, base),
    feeds: feedUrls(elements, base),
    metas,
  }
}

/** Far more than the links that are kept. */
const MAX_PLACES = 20_000

/** Receives the elements and the text of a page, in order. */
class PageReader implements TreeReader {
  readonly noted = names('a area base frame iframe link meta')
  readonly title = new PageText()
  readonly text = new PageText()
  readonly boilerplate = new Boilerplate(this.text)
  language: string | undefined

  readonly #places = new Map<Element, Place>()
  readonly #hidden = new Hidden()
  #openAnchors = 0
  #title: 'awaited' | 'open' | 'seen' = 'awaited'

  /** Undefined for an element of the head, where there is no text. */
  placeOf(link: Element): Place | undefined {
    return this.#places.get(link)
  }

  root(attributes: TagAttributes): void {
    this.language ??= attributes.get('lang') ?? attributes.get('xml:lang')
  }

  opened(element: Element): void {
    const { name, namespace } = element
    this.#hidden.opened(element)
    this.boilerplate.opened(element)
    if (BREAKS_WORDS.has(name)) this.text.breakWord()
    if (namespace === 'html') this.#openHtml(element)
  }

  closed(element: Element): void {
    const { name, namespace } = element
    if (namespace === 'html') {
      if (name === 'a') this.#closeAnchor(element)
      else if (name === 'title' && this.#title === 'open') this.#title = 'seen'
    }
    if (BREAKS_WORDS.has(name)) this.text.breakWord()
    this.boilerplate.closed(element)
    this.#hidden.closed(element)
  }

  characters(piece: string): void {
    if (this.#title === 'open') this.title.add(piece)
    else if (!this.#hidden.text) this.text.add(piece)
  }

  #openHtml(element: Element): void {
    switch (element.name) {
      case 'a':
        this.#openAnchors += 1
        return this.#place(element)
      case 'area':
      case 'frame':
      case 'iframe':
        return this.#place(element)
      case 'img':
        return this.#readImage(element)
      case 'title':
        if (this.#title === 'awaited' && !element.isInert) this.#title = 'open'
    }
  }

  #place(link: Element): void {
    if (link.isInert || link.isRepeated || this.#places.size >= MAX_PLACES) return
    const at = this.text.position
    this.#places.set(link, { start: at, end: at })
  }

  #closeAnchor(element: Element): void {
    this.#openAnchors -= 1
    const place = this.#places.get(element)
    if (place !== undefined) place.end = Math.max(place.start, this.text.length)
  }

  /** The alt text of an image stands in for it within a link, as where images are not shown. */
  #readImage({ attributes }: Element): void {
    const alt = attributes.get('alt')
    if (this.#openAnchors > 0 && alt !== undefined) this.characters(` ${alt} `)
  }
}
