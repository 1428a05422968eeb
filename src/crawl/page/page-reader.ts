import { Boilerplate } from './boilerplate.ts'
import { Hidden } from './hidden.ts'
import { BREAKS_WORDS } from './html-tags.ts'
import type { Attributes } from '../../standards/html/attributes.ts'
import type { Element } from '../../standards/html/element.ts'
import { names } from '../../standards/html/names.ts'
import type { TreeReader } from '../../standards/html/tree.ts'
import { PageText } from './page-text.ts'

/** Where the words of a link stand in the text of its page. */
export interface Place {
  start: number
  end: number
}

/** Far more than the links that are kept of a page. */
const MAX_PLACES = 20_000

/** Takes in the elements and the text of one page, in order. */
export class PageReader implements TreeReader {
  readonly noted = names('a area base frame iframe link meta')
  readonly title = new PageText()
  readonly text = new PageText()
  readonly boilerplate = new Boilerplate(this.text)
  language: string | undefined

  readonly #places = new Map<Element, Place>()
  readonly #hidden = new Hidden()
  #openAnchors = 0
  #title: 'awaited' | 'open' | 'seen' = 'awaited'

  /** Undefined for what stands in the head, where there is no text. */
  placeOf(link: Element): Place | undefined {
    return this.#places.get(link)
  }

  root(attributes: Attributes): void {
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

  /** An image that is a link speaks by its alt text, as it does where images are not shown. */
  #readImage({ attributes }: Element): void {
    const alt = attributes.get('alt')
    if (this.#openAnchors > 0 && alt !== undefined) this.characters(` ${alt} `)
  }
}
