export type XmlAttributes = ReadonlyMap<string, string>

/** Receives what an XML document says, in order. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void
  close(name: string): void
  /** Called for each piece of a text, its character references and CDATA resolved. */
  text(piece: string): void
}

/** What the scanner is in. A DTD's own declarations are the `subset`. */
type Part = 'text' | 'tag' | 'comment' | 'cdata' | 'instruction' | 'declaration' | 'subset'

/** How a part that nobody reads ends, and what follows it. */
const SKIPPED = {
  comment: { end: /-->/g, next: 'text' },
  instruction: { end: /\?>/g, next: 'text' },
  declaration: { end: /[>[]/g, next: 'text' },
  subset: { end: /\]/g, next: 'declaration' },
} as const

const OPENINGS: readonly [text: string, part: Part][] = [
  ['<!--', 'comment'],
  ['<![CDATA[', 'cdata'],
  ['<!', 'declaration'],
  ['<?', 'instruction'],
]
const LONGEST_OPENING = '<![CDATA['.length
const LONGEST_REFERENCE = '&#1114111;'.length

/** No tag that means something is as long. */
const MAX_TAG_CHARS = 65_536

/**
 * Reads XML as it arrives. What is not well-formed is skipped; only a tag without end stops it. A DTD
 * is not read, so there are no entities but XML's own five. It holds no more than the current tag.
 */
export class XmlEvents {
  readonly #handler: XmlHandler
  #part: Part = 'text'
  /** The end of the last chunk, where it may be the beginning of something. */
  #carried = ''
  /** The current tag so far, and the quote that is open in it. */
  #tag = ''
  #quote = ''

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  /** Returns whether reading on may yield more. */
  write(chunk: string): boolean {
    this.#scan(this.#carried + chunk, false)
    return this.#tag.length <= MAX_TAG_CHARS
  }

  end(): void {
    this.#scan(this.#carried, true)
  }

  #scan(text: string, last: boolean): void {
    this.#carried = ''
    for (let at = 0; at < text.length;) at = this.#step(text, at, last)
  }

  /** Reads one part, or what there is of it; returns where to go on. */
  #step(text: string, at: number, last: boolean): number {
    switch (this.#part) {
      case 'text':
        return text[at] === '<' ? this.#opening(text, at, last) : this.#text(text, at, last)
      case 'tag':
        return this.#inTag(text, at)
      case 'cdata':
        return this.#cdata(text, at)
      case 'comment':
      case 'instruction':
      case 'declaration':
      case 'subset':
        return this.#skip(text, at, this.#part)
    }
  }

  #text(text: string, at: number, last: boolean): number {
    const found = text.indexOf('<', at)
    if (found !== -1 || last) return this.#hand(text, at, found === -1 ? text.length : found)
    // A reference that the chunk ends in may go on in the next.
    const tail = Math.max(at, text.length - LONGEST_REFERENCE)
    const reference = text.indexOf('&', tail)
    if (reference === -1 || text.includes(';', reference)) return this.#hand(text, at, text.length)
    this.#hand(text, at, reference)
    return this.#carry(text, reference)
  }

  #hand(text: string, at: number, end: number): number {
    if (end > at) this.#handler.text(resolveReferences(text.slice(at, end)))
    return end
  }

  #opening(text: string, at: number, last: boolean): number {
    if (!last && text.length - at < LONGEST_OPENING) return this.#carry(text, at)
    const [opening, part] = OPENINGS.find(([start]) => text.startsWith(start, at)) ?? []
    this.#part = part ?? 'tag'
    this.#tag = ''
    this.#quote = ''
    return at + (opening?.length ?? 1)
  }

  #inTag(text: string, at: number): number {
    for (let i = at; i < text.length; i++) {
      const char = text[i]!
      if (this.#quote !== '') {
        if (char === this.#quote) this.#quote = ''
      } else if (char === '>') {
        this.#tag += text.slice(at, i)
        this.#endTag()
        return i + 1
      } else if (char === '"' || char === "'") this.#quote = char
    }
    this.#tag += text.slice(at)
    return text.length
  }

  #endTag(): void {
    const { name, kind, attributes } = parseTag(this.#tag)
    this.#tag = ''
    this.#part = 'text'
    if (kind !== 'close') this.#handler.open(name, attributes)
    if (kind !== 'open') this.#handler.close(name)
  }

  #cdata(text: string, at: number): number {
    const found = text.indexOf(']]>', at)
    const end = found === -1 ? Math.max(at, text.length - 2) : found
    if (end > at) this.#handler.text(text.slice(at, end))
    if (found === -1) return this.#carry(text, end)
    this.#part = 'text'
    return found + 3
  }

  #skip(text: string, at: number, part: keyof typeof SKIPPED): number {
    const { end, next } = SKIPPED[part]
    end.lastIndex = at
    const found = end.exec(text)
    if (found === null) return this.#carry(text, Math.max(at, text.length - 2))
    this.#part = found[0] === '[' ? 'subset' : next
    return end.lastIndex
  }

  #carry(text: string, at: number): number {
    this.#carried = text.slice(at)
    return text.length
  }
}

interface XmlTag {
  /** The name in lower case, with its prefix. */
  name: string
  kind: 'open' | 'close' | 'empty'
  attributes: XmlAttributes
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi
const NAME = /^\/?([^\s/>]*)/
const ATTRIBUTE = /[\s/]*([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S*)))?/y

/** Reads what stands between `<` and `>`. */
function parseTag(text: string): XmlTag {
  const name = NAME.exec(text)?.[1] ?? ''
  if (text.startsWith('/'))
    return { name: name.toLowerCase(), kind: 'close', attributes: new Map() }
  const attributes = new Map<string, string>()
  ATTRIBUTE.lastIndex = name.length
  for (let found = ATTRIBUTE.exec(text); found !== null; found = ATTRIBUTE.exec(text)) {
    const [, key = '', quoted, single, bare = ''] = found
    attributes.set(key.toLowerCase(), resolveReferences(quoted ?? single ?? bare))
  }
  return { name: name.toLowerCase(), kind: text.endsWith('/') ? 'empty' : 'open', attributes }
}

/** Resolves XML's five entities and character references; others stay as they are. */
function resolveReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (reference, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? reference
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference
  })
}
