import { type Element, SCOPE, type ElementScope } from './element.ts'
import { names } from './text.ts'

const IMPLIED_END = names('dd dt li optgroup option p rb rp rt rtc')
const IMPLIED_END_IN_TABLE = names('caption colgroup tbody td tfoot th thead tr')

/** Receives the beginning and end of every element, in page order. */
export interface Watcher {
  opened(element: Element): void
  closed(element: Element): void
}

/** The standard's stack of open elements. The root, `html`, is never popped. */
export class OpenElements {
  readonly #stack: Element[]
  readonly #watcher: Watcher
  /** How many HTML elements of each name are open: mostly none, which answers most questions. */
  readonly #counts = new Map<string, number>()
  #looks = 0

  constructor(root: Element, watcher: Watcher) {
    this.#stack = [root]
    this.#watcher = watcher
    root.isOpen = true
  }

  /** How often an element was examined: the work that nesting causes. */
  get looks(): number {
    return this.#looks
  }

  get depth(): number {
    return this.#stack.length
  }

  get current(): Element {
    return this.#stack.at(-1)!
  }

  at(index: number): Element | undefined {
    return this.#stack[index]
  }

  indexOf(element: Element): number {
    return this.#stack.lastIndexOf(element)
  }

  push(element: Element): void {
    this.#stack.push(element)
    this.#count(element, 1)
  }

  insertAt(index: number, element: Element): void {
    this.#stack.splice(index, 0, element)
    this.#count(element, 1)
  }

  replace(old: Element, element: Element): void {
    this.#stack[this.indexOf(old)] = element
    this.#count(old, -1)
    this.#count(element, 1)
  }

  remove(element: Element): void {
    if (!element.isOpen) return
    this.#stack.splice(this.indexOf(element), 1)
    this.#count(element, -1)
  }

  pop(): void {
    if (this.#stack.length > 1) this.#count(this.#stack.pop()!, -1)
  }

  popThrough(element: Element): void {
    while (element.isOpen && this.#stack.length > 1) this.pop()
  }

  /** Pops up to and including the last element with one of these names. */
  popThroughName(...given: string[]): void {
    while (this.#stack.length > 1) {
      const { current } = this
      this.pop()
      if (current.namespace === 'html' && given.includes(current.name)) return
    }
  }

  popWhile(test: (element: Element) => boolean): void {
    while (this.#stack.length > 1 && test(this.current)) this.pop()
  }

  /** "Generate implied end tags" */
  popImplied(except?: string): void {
    this.popWhile(
      ({ name, namespace }) => namespace === 'html' && IMPLIED_END.has(name) && name !== except,
    )
  }

  /** "Generate all implied end tags thoroughly" */
  popAllImplied(): void {
    this.popWhile(
      ({ name, namespace }) =>
        namespace === 'html' && (IMPLIED_END.has(name) || IMPLIED_END_IN_TABLE.has(name)),
    )
  }

  /** "Close a p element" */
  closeParagraph(): void {
    if (!this.hasInScope('p', SCOPE.button)) return
    this.popImplied('p')
    this.popThroughName('p')
  }

  isCurrent(name: string): boolean {
    const { current } = this
    return current.name === name && current.namespace === 'html'
  }

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0
  }

  hasInScope(name: string, scope: ElementScope = SCOPE.general): boolean {
    if (!this.has(name)) return false
    const stack = this.#stack
    let at = stack.length - 1
    while (at > 0 && !isNamed(stack[at]!, name) && (stack[at]!.ends & scope) === 0) at -= 1
    this.#looks += stack.length - at
    return isNamed(stack[at]!, name)
  }

  isInScope(element: Element): boolean {
    const end = this.findLast((other) => other === element || (other.ends & SCOPE.general) !== 0)
    return end === element
  }

  /** The last element that passes the test. */
  findLast(test: (element: Element) => boolean): Element | undefined {
    for (let at = this.#stack.length - 1; at >= 0; at -= 1) {
      this.#looks += 1
      const element = this.#stack[at]!
      if (test(element)) return element
    }
    return undefined
  }

  #count(element: Element, change: 1 | -1): void {
    if (element.namespace === 'html') {
      this.#counts.set(element.name, (this.#counts.get(element.name) ?? 0) + change)
    }
    element.isOpen = change === 1
    if (change === 1) this.#watcher.opened(element)
    else this.#watcher.closed(element)
  }
}

function isNamed(element: Element, name: string): boolean {
  return element.name === name && element.namespace === 'html'
}
