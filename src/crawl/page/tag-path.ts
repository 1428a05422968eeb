import type { Element } from '../../standards/html/element.ts'

/** Elements of a path, from the root on; those within share it. Few pages nest deeper. */
const MAX_ELEMENTS = 32
const MAX_CLASSES = 4
const MAX_STEP_CHARS = 80

/**
 * Paths from the root of a page to its elements: `html body div#main.wide ul li a`. Links that stand
 * in a page for the same purpose have much the same path.
 */
export class TagPaths {
  /** Links stand side by side, so that most of a path is known. */
  readonly #known = new Map<Element, readonly string[]>()

  of(element: Element): string {
    return this.#steps(element).join(' ')
  }

  #steps(element: Element): readonly string[] {
    const known = this.#known.get(element)
    if (known !== undefined) return known
    const above = element.parent === undefined ? [] : this.#steps(element.parent)
    const steps = above.length < MAX_ELEMENTS ? [...above, stepOf(element)] : above
    this.#known.set(element, steps)
    return steps
  }
}

/** Its name, id and classes. */
function stepOf({ name, attributes }: Element): string {
  const id = words(attributes.get('id'))
    .slice(0, 1)
    .map((word) => `#${word}`)
  const classes = words(attributes.get('class'))
    .slice(0, MAX_CLASSES)
    .map((word) => `.${word}`)
  return [name, ...id, ...classes].join('').slice(0, MAX_STEP_CHARS).toWellFormed()
}

function words(value = ''): string[] {
  return value.split(/[\t\n\f\r ]+/).filter((word) => word !== '')
}
