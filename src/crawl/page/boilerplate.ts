import { BOILERPLATE } from './html-tags.ts'
import type { Element } from '../../standards/html/element.ts'
import type { PageText } from './page-text.ts'

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
