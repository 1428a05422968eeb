import { decodeHTMLAttribute } from 'entities/decode'
import { lowerCase, withoutNul } from './characters.ts'

/** Numbers to an attribute: name from, name to, value from, value to. */
const SPAN = 4

/**
 * What a tag says of itself, as places in the page: most of it is never asked for. A name given
 * twice counts once, the first time.
 */
export class Attributes {
  static readonly NONE = new Attributes('', [])
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

  /** The value as it is written, its character references not resolved. */
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

  equals(other: Attributes): boolean {
    return this.#inOrder() === other.#inOrder()
  }

  /** Names and values without regard to how and in which order they are written. */
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
