import type { Element } from '../../standards/html/element.ts'
import { names } from '../../standards/html/text.ts'

/** White space that is not one space already: most is. */
const TO_COLLAPSE = /[^\S ]\s*| \s+/g

/** Joined so many at a time: a string that grows by small pieces takes thirty bytes for each. */
const PIECES_AT_A_TIME = 4_096

/** Collects text as it is read out loud: one space where there was any white space or a break. */
export class PageText {
  readonly #parts: string[] = []
  /** Those after the parts. */
  #pieces: string[] = []
  #length = 0
  #gap = false

  add(piece: string): void {
    const words = piece.replace(TO_COLLAPSE, ' ')
    if (words.startsWith(' ')) this.#gap = true
    const trimmed = words.trim()
    if (trimmed === '') return
    this.#push(this.#gap && this.#length > 0 ? ` ${trimmed}` : trimmed)
    this.#gap = words.endsWith(' ')
  }

  breakWord(): void {
    this.#gap = true
  }

  /** Where the next character would go. */
  get position(): number {
    return this.#length + (this.#gap && this.#length > 0 ? 1 : 0)
  }

  /** Where the last character ended. */
  get length(): number {
    return this.#length
  }

  toString(): string {
    this.#join()
    return this.#parts.join('')
  }

  #push(piece: string): void {
    this.#pieces.push(piece)
    this.#length += piece.length
    if (this.#pieces.length === PIECES_AT_A_TIME) this.#join()
  }

  #join(): void {
    if (this.#pieces.length > 0) this.#parts.push(this.#pieces.join(''))
    this.#pieces = []
  }
}

/** A slice that leaves out a character it would cut in half. */
export function sliceWhole(text: string, start: number, end: number): string {
  return text.slice(
    isLowHalf(text, start) ? start + 1 : start,
    isLowHalf(text, end) ? end - 1 : end,
  )
}

function isLowHalf(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const code = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && code >= 0xdc00 && code <= 0xdfff
}

/** Knows which parts of a page's text stand in elements that are the site's, not the page's. */
export class Boilerplate {
  readonly #text: PageText
  /** Where such parts begin and end, by turns. */
  readonly #bounds: number[] = []
  #depth = 0

  constructor(text: PageText) {
    this.#text = text
  }

  opened({ name, namespace }: Element): void {
    if (namespace !== 'html' || !BOILERPLATE.has(name)) return
    if (this.#depth === 0) this.#bounds.push(this.#text.position)
    this.#depth += 1
  }

  closed({ name, namespace }: Element): void {
    if (namespace !== 'html' || !BOILERPLATE.has(name)) return
    this.#depth -= 1
    if (this.#depth === 0) this.#bounds.push(this.#text.length)
  }

  /** What the page itself says; all there is, if all of it is boilerplate. */
  rest(): string {
    const text = this.#text.toString()
    const parts: string[] = []
    let from = 0
    for (let at = 0; at < this.#bounds.length; at += 2) {
      parts.push(text.slice(from, this.#bounds[at]).trim())
      from = Math.max(from, this.#bounds[at + 1] ?? text.length)
    }
    parts.push(text.slice(from).trim())
    return parts.filter((part) => part !== '').join(' ') || text
  }
}

/** Follows the elements of a page and knows whether a reader gets to see what stands in them. */
export class Hidden {
  #hiding = 0
  #drawings = 0
  #foreignObjects = 0

  opened(element: Element): void {
    this.#count(element, 1)
  }

  closed(element: Element): void {
    this.#count(element, -1)
  }

  /** In a drawing, text is seen where HTML is embedded in it. */
  get text(): boolean {
    return this.#hiding > 0 || this.#drawings > this.#foreignObjects
  }

  #count({ name, namespace }: Element, change: 1 | -1): void {
    if (namespace === 'svg') {
      if (name === 'svg') this.#drawings += change
      else if (name === 'foreignobject') this.#foreignObjects += change
    } else if (HIDES_TEXT.has(name)) {
      this.#hiding += change
    }
  }
}

/** Elements that do not run on in a line, so that words on either side of their tags are two. */
export const BREAKS_WORDS = names(
  'address article aside audio blockquote body br button canvas caption center dd details ' +
    'dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html iframe input legend li listing main menu nav noscript object ol ' +
    'optgroup option p plaintext pre search section select summary svg table tbody td template ' +
    'textarea tfoot th thead title tr ul video xmp',
)

/**
 * Elements whose text is not for readers. That of a noscript mostly asks for scripts to be
 * switched on, which is nobody's topic.
 */
const HIDES_TEXT = names(
  'script style title iframe noembed noframes template noscript annotation annotation-xml',
)

/** Elements of a site more than of a page: the same on every page, whatever its topic. */
const BOILERPLATE = names('nav footer aside dialog select datalist button')
