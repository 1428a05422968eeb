import type { Element } from './element.ts'

const MARKER = undefined

/** The standard's "Noah's Ark clause". */
const MAX_ALIKE = 3
/** Two nested fonts are common, twenty are an attack. */
const MAX_SINCE_MARKER = 32

/**
 * HTML §13.2.4.3: elements that are reopened in the next block if they were not closed in this one.
 */
export class FormattingElements {
  readonly #list: (Element | typeof MARKER)[] = []

  /** The elements since the last marker, which a table cell or the like sets. */
  sinceMarker(): Element[] {
    const since: Element[] = []
    for (let at = this.#list.length - 1; at >= 0; at -= 1) {
      const element = this.#list[at]
      if (element === MARKER) break
      since.push(element)
    }
    return since.toReversed()
  }

  get last(): Element | undefined {
    return this.#list.at(-1)
  }

  /** The last since the marker that has this name. */
  find(name: string): Element | undefined {
    for (let at = this.#list.length - 1; at >= 0; at -= 1) {
      const element = this.#list[at]
      if (element === MARKER || element.name === name) return element
    }
    return undefined
  }

  add(element: Element): void {
    this.#makeRoom(element)
    this.#list.push(element)
    element.isListed = true
  }

  addMarker(): void {
    this.#list.push(MARKER)
  }

  clearToMarker(): void {
    while (this.#list.length > 0) {
      const element = this.#list.pop()
      if (element === MARKER) return
      element.isListed = false
    }
  }

  indexOf(element: Element): number {
    return this.#list.lastIndexOf(element)
  }

  insertAt(index: number, element: Element): void {
    this.#list.splice(index, 0, element)
    element.isListed = true
  }

  replace(old: Element, element: Element): void {
    this.#list[this.indexOf(old)] = element
    old.isListed = false
    element.isListed = true
  }

  remove(element: Element): void {
    if (!element.isListed) return
    this.#list.splice(this.indexOf(element), 1)
    element.isListed = false
  }

  #makeRoom(element: Element): void {
    let since = 0
    let alike = 0
    let oldest: Element | undefined
    let oldestAlike: Element | undefined
    for (let at = this.#list.length - 1; at >= 0; at -= 1) {
      const other = this.#list[at]
      if (other === MARKER) break
      since += 1
      oldest = other
      if (!isAlike(other, element)) continue
      alike += 1
      oldestAlike = other
    }
    if (alike >= MAX_ALIKE) this.remove(oldestAlike!)
    else if (since >= MAX_SINCE_MARKER) this.remove(oldest!)
  }
}

function isAlike(one: Element, other: Element): boolean {
  return one.name === other.name && one.attributes.equals(other.attributes)
}
