import { decodeHTML } from 'entities/decode'
import { AttributeReader, type TagAttributes } from './attributes.ts'
import { isLetter, isSpace, lowerCase, names, withoutNul } from './text.ts'

export interface Tag {
  readonly name: string
  readonly attributes: TagAttributes
  readonly selfClosing: boolean
}

/** How the text after a start tag is read (HTML §13.2.5.1 to 5). */
export type ContentModel = 'data' | 'rcdata' | 'rawtext' | 'plaintext'

export interface TokenSink {
  doctype(): void
  startTag(tag: Tag): ContentModel
  endTag(name: string): void
  text(piece: string): void
  /** Whether CDATA sections count here: only foreign elements have them. */
  readonly hasCdata: boolean
}

const EXCLAMATION = 0x21
const SLASH = 0x2f
const GREATER = 0x3e
const QUESTION = 0x3f
const CDATA = '[CDATA['
const DECODED_AT_A_TIME = 1_000_000

/** The names of most tags: look-ups compare one and the same string faster than slices of a page. */
const COMMON_NAMES: ReadonlyMap<string, string> = new Map(
  Array.from(
    names(
      'a abbr address article aside b blockquote body br button caption code dd div dl dt em ' +
        'figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img ' +
        'input label li link main meta nav noscript ol option p picture pre script section select ' +
        'small source span strong style sub sup table tbody td th thead time title tr u ul',
    ),
    (name) => [name, name],
  ),
)

/** The tokens of a page (HTML §13.2.5). Each character is read a bounded number of times. */
export function tokenise(page: string, sink: TokenSink): void {
  const html = page.includes('\r') ? page.replace(/\r\n?/g, '\n') : page
  new Tokenizer(html, sink).run()
}

class Tokenizer {
  readonly #html: string
  readonly #sink: TokenSink
  readonly #reader: AttributeReader
  #at = 0
  /** The start of the text that was not yet emitted. */
  #textStart = 0

  constructor(html: string, sink: TokenSink) {
    this.#html = html
    this.#sink = sink
    this.#reader = new AttributeReader(html)
  }

  run(): void {
    while (this.#at < this.#html.length) this.#readMarkup()
    this.#flushText(this.#html.length)
  }

  #readMarkup(): void {
    const open = this.#html.indexOf('<', this.#at)
    if (open === -1) {
      this.#at = this.#html.length
      return
    }
    const code = this.#html.charCodeAt(open + 1)
    if (isLetter(code)) this.#readStartTag(open)
    else if (code === SLASH) this.#readEndTag(open)
    else if (code === EXCLAMATION) this.#readDeclaration(open)
    else if (code === QUESTION) this.#skipTo('>', open, open + 1)
    else this.#at = open + 1
  }

  #readStartTag(open: number): void {
    this.#flushText(open)
    const nameEnd = this.#tagNameEnd(open + 1)
    if (!this.#readAttributes(nameEnd)) return
    const name = this.#nameOf(open + 1, nameEnd)
    const { attributes, selfClosing } = this.#reader
    const model = this.#sink.startTag({ name, attributes, selfClosing })
    if (model !== 'data') this.#readRawText(model, name)
  }

  #readEndTag(open: number): void {
    const start = open + 2
    const code = this.#html.charCodeAt(start)
    if (isLetter(code)) {
      this.#flushText(open)
      const nameEnd = this.#tagNameEnd(start)
      if (this.#readAttributes(nameEnd)) this.#sink.endTag(this.#nameOf(start, nameEnd))
      return
    }
    if (start < this.#html.length) this.#skipTo('>', open, start)
    else this.#at = start
  }

  /** A tag that the page ends in does not count. */
  #readAttributes(start: number): boolean {
    const end = this.#reader.read(start)
    this.#resumeAt(end ?? this.#html.length)
    return end !== undefined
  }

  #readRawText(model: ContentModel, name: string): void {
    const start = this.#at
    const end = model === 'plaintext' ? this.#html.length : rawTextEnd(this.#html, start, name)
    const text = withoutNul(this.#html.slice(start, end))
    if (text !== '') this.#sink.text(model === 'rcdata' ? decode(text) : text)
    this.#resumeAt(end)
  }

  #readDeclaration(open: number): void {
    const html = this.#html
    const start = open + 2
    if (html.startsWith('--', start)) {
      this.#flushText(open)
      this.#resumeAt(commentEnd(html, start + 2))
    } else if (html.startsWith(CDATA, start) && this.#sink.hasCdata) {
      this.#readCdata(open, start + CDATA.length)
    } else {
      const isDoctype = lowerCase(html.slice(start, start + 7)) === 'doctype'
      this.#skipTo('>', open, start)
      if (isDoctype) this.#sink.doctype()
    }
  }

  #readCdata(open: number, start: number): void {
    this.#skipTo(']]>', open, start)
    const closed = this.#html.startsWith(']]>', this.#at - 3) && this.#at - 3 >= start
    const text = this.#html.slice(start, closed ? this.#at - 3 : this.#at)
    if (text !== '') this.#sink.text(withoutNul(text))
  }

  #skipTo(mark: string, open: number, from: number): void {
    this.#flushText(open)
    const at = this.#html.indexOf(mark, from)
    this.#resumeAt(at === -1 ? this.#html.length : at + mark.length)
  }

  #flushText(end: number): void {
    if (end <= this.#textStart) return
    // A NUL is dropped between tags, and replaced elsewhere.
    const slice = this.#html.slice(this.#textStart, end)
    const text = slice.includes('\0') ? slice.replaceAll('\0', '') : slice
    if (text !== '') this.#sink.text(decode(text))
  }

  #resumeAt(at: number): void {
    this.#at = at
    this.#textStart = at
  }

  #nameOf(start: number, end: number): string {
    const name = this.#html.slice(start, end)
    return COMMON_NAMES.get(name) ?? withoutNul(lowerCase(name))
  }

  #tagNameEnd(start: number): number {
    const html = this.#html
    let at = start
    for (; at < html.length; at += 1) {
      const code = html.charCodeAt(at)
      if (code === GREATER || code === SLASH || isSpace(code)) break
    }
    return at
  }
}

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.length <= DECODED_AT_A_TIME ? decodeHTML(text) : decodeInPieces(text)
}

/**
 * Decodes in parts, cut before an ampersand, where any reference has ended. The decoder's string
 * grows by small pieces, at thirty bytes for each; `join` flattens it.
 */
function decodeInPieces(text: string): string {
  let decoded = ''
  for (let start = 0; start < text.length;) {
    const cut = text.indexOf('&', start + DECODED_AT_A_TIME)
    const end = cut === -1 ? text.length : cut
    decoded = [decoded, decodeHTML(text.slice(start, end))].join('')
    start = end
  }
  return decoded
}

/** HTML §13.2.5.43 on: `-->`, `--!>`, or at once `>` or `->`. */
function commentEnd(html: string, start: number): number {
  if (html.startsWith('>', start)) return start + 1
  if (html.startsWith('->', start)) return start + 2
  let at = html.indexOf('--', start)
  while (at !== -1) {
    if (html.startsWith('>', at + 2)) return at + 3
    if (html.startsWith('!>', at + 2)) return at + 4
    at = html.indexOf('--', at + 1)
  }
  return html.length
}

const SCRIPT_MARK = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi

/** Where the text of a raw element ends: at its end tag, or with the page. */
function rawTextEnd(html: string, start: number, name: string): number {
  return name === 'script' ? scriptEnd(html, start) : elementEnd(html, start, name)
}

function elementEnd(html: string, start: number, name: string): number {
  let at = html.indexOf('</', start)
  while (at !== -1) {
    const after = at + 2 + name.length
    if (endsTagName(html.charCodeAt(after)) && lowerCase(html.slice(at + 2, after)) === name) {
      return at
    }
    at = html.indexOf('</', at + 2)
  }
  return html.length
}

/**
 * HTML §13.2.5.15 to 31: a comment in a script may hold a script element, with an end tag of its
 * own.
 */
function scriptEnd(html: string, start: number): number {
  let state: 'plain' | 'comment' | 'script in comment' = 'plain'
  SCRIPT_MARK.lastIndex = start
  for (;;) {
    const mark = SCRIPT_MARK.exec(html)
    if (mark === null) return html.length
    const text = mark[0]
    if (text === '-->') {
      state = 'plain'
    } else if (text === '<!--') {
      if (state === 'plain') state = 'comment'
      // Its dashes may also close it: `<!-->`.
      SCRIPT_MARK.lastIndex = mark.index + 2
    } else if (text.startsWith('</')) {
      if (state !== 'script in comment') return mark.index
      state = 'comment'
    } else if (state === 'comment') {
      state = 'script in comment'
    }
  }
}

function endsTagName(code: number): boolean {
  return code === 0x3e || code === 0x2f || isSpace(code)
}
