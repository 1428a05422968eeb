import type { Element } from '../../standards/html/element.ts'
import { isBlank, names } from '../../standards/html/text.ts'

/** White space other than a single space. */
const TO_COLLAPSE = /[^\S ]\s*| \s+/g

/**
 * Pieces are joined in batches: a string that grows by small pieces takes thirty bytes for each.
 */
const PIECES_AT_A_TIME = 4_096

/** Collects text as a reader perceives it: one space for any white space or break. */
export class PageText {
  readonly #parts: string[] = []
  /** The pieces that follow the joined parts. */
  #pieces: string[] = []
  #length = 0
  #gap = false

  add(piece: string): void {
    // Half of the pieces are the line breaks between tags.
    if (isBlank(piece)) {
      if (piece !== '') this.#gap = true
      return
    }
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

/** A slice that drops a character it would cut in half. */
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

/** Marks the parts of a page's text that belong to the site, not to the page. */
export class Boilerplate {
  readonly #text: PageText
  /** The beginnings and ends of these parts, alternating. */
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

  /** The page's own text; all of the text, if all of it is boilerplate. */
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

/** Follows the elements of a page to tell whether their text is visible. */
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

  /** Whether the current text is hidden. Text in a drawing is visible only in embedded HTML. */
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

/** Elements that are not inline: the words on either side of their tags are separate. */
export const BREAKS_WORDS = names(
  'address article aside audio blockquote body br button canvas caption center dd details ' +
    'dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html iframe input legend li listing main menu nav noscript object ol ' +
    'optgroup option p plaintext pre search section select summary svg table tbody td template ' +
    'textarea tfoot th thead title tr ul video xmp',
)

/** Elements whose text is not for readers. A noscript mostly asks to switch scripts on. */
const HIDES_TEXT = names(
  'script style title iframe noembed noframes template noscript annotation annotation-xml',
)

/** Elements that are the same on every page of a site, whatever its topic. */
const BOILERPLATE = names('nav footer aside dialog select datalist button')
