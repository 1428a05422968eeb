import type { Element } from '../../standards/html/element.ts'
import { HIDES_TEXT } from './html-tags.ts'

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
