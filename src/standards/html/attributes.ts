import { decodeHTMLAttribute } from 'entities/decode'
import { lowerCase, withoutNul, isSpace } from './text.ts'

/** Numbers per attribute: start and end of the name, start and end of the value. */
const SPAN = 4

/**
 * The attributes of a tag, as offsets into the page: most are never read. The first of a name
 * counts.
 */
export class TagAttributes {
  static readonly NONE = new TagAttributes('', [])
  readonly #html: string
  readonly #spans: readonly number[]
  #key: string | undefined

  constructor(html: string, spans: readonly number[]) {
    this.#html = html
    this.#spans = spans
  }

  get(name: string): string | undefined {
    const value = this.source(name)
    return value === undefined ? undefined : decode(value)
  }

  /** The value as written, its character references not resolved. */
  source(name: string): string | undefined {
    const spans = this.#spans
    for (let at = 0; at < spans.length; at += SPAN) {
      if (spans[at + 1]! - spans[at]! !== name.length) continue
      if (this.#nameAt(at) === name) return this.#valueAt(at)
    }
    return undefined
  }

  has(name: string): boolean {
    return this.source(name) !== undefined
  }

  toMap(): ReadonlyMap<string, string> {
    const all = new Map<string, string>()
    for (let at = 0; at < this.#spans.length; at += SPAN) {
      const name = withoutNul(this.#nameAt(at))
      if (!all.has(name)) all.set(name, decode(this.#valueAt(at)))
    }
    return all
  }

  equals(other: TagAttributes): boolean {
    return this.#inOrder() === other.#inOrder()
  }

  /** Names and values, whatever their spelling and order. */
  #inOrder(): string {
    if (this.#spans.length === 0) return ''
    this.#key ??= JSON.stringify([...this.toMap()].toSorted(byNameOrder))
    return this.#key
  }

  #nameAt(at: number): string {
    return lowerCase(this.#html.slice(this.#spans[at], this.#spans[at + 1]))
  }

  #valueAt(at: number): string {
    return this.#html.slice(this.#spans[at + 2], this.#spans[at + 3])
  }
}

function byNameOrder([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1
}

function decode(value: string): string {
  const known = withoutNul(value)
  return known.includes('&') ? decodeHTMLAttribute(known) : known
}

const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e

/** Reads the attributes of a tag, after its name (HTML §13.2.5.32 on). */
export class AttributeReader {
  readonly #html: string
  #spans: number[] = []
  #selfClosing = false

  constructor(html: string) {
    this.#html = html
  }

  get selfClosing(): boolean {
    return this.#selfClosing
  }

  /** The attributes of the last tag. */
  get attributes(): TagAttributes {
    return this.#spans.length === 0
      ? TagAttributes.NONE
      : new TagAttributes(this.#html, this.#spans)
  }

  /** Where the tag ends, or undefined if the page ends within it. */
  read(start: number): number | undefined {
    if (this.#spans.length > 0) this.#spans = []
    let at = start
    while (at < this.#html.length) {
      const next = this.#skipGap(at)
      if (this.#html.charCodeAt(next) === GREATER) {
        this.#selfClosing = next > at && this.#html.charCodeAt(next - 1) === SLASH
        return next + 1
      }
      at = this.#readOne(next)
    }
    return undefined
  }

  #readOne(start: number): number {
    const html = this.#html
    // Even an equals sign may begin a name.
    let end = start + 1
    while (end < html.length && !endsName(html.charCodeAt(end))) end += 1
    const next = this.#skipSpace(end)
    if (html.charCodeAt(next) === EQUALS) {
      return this.#readValue(start, end, this.#skipSpace(next + 1))
    }
    this.#spans.push(start, end, end, end)
    return next
  }

  #readValue(nameStart: number, nameEnd: number, start: number): number {
    const html = this.#html
    const quote = html.charCodeAt(start)
    if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
      const close = html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", start + 1)
      if (close === -1) return html.length
      this.#spans.push(nameStart, nameEnd, start + 1, close)
      return close + 1
    }
    let end = start
    while (end < html.length && !endsBareValue(html.charCodeAt(end))) end += 1
    this.#spans.push(nameStart, nameEnd, start, end)
    return end
  }

  #skipGap(start: number): number {
    let at = start
    for (; at < this.#html.length; at += 1) {
      const code = this.#html.charCodeAt(at)
      if (code !== SLASH && !isSpace(code)) break
    }
    return at
  }

  #skipSpace(start: number): number {
    let at = start
    while (at < this.#html.length && isSpace(this.#html.charCodeAt(at))) at += 1
    return at
  }
}

function endsName(code: number): boolean {
  return code === EQUALS || code === GREATER || code === SLASH || isSpace(code)
}

function endsBareValue(code: number): boolean {
  return code === GREATER || isSpace(code)
}
