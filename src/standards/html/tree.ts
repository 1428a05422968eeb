import { TagAttributes } from './attributes.ts'
import { Element, type Namespace, type NotedElements } from './element.ts'
import { FormattingElements } from './formatting.ts'
import type { Mode, ModeName } from './mode.ts'
import { names } from './text.ts'
import { OpenElements, type Watcher } from './open-elements.ts'
import type { ContentModel, Tag } from './tokenizer.ts'

export interface TreeReader extends Watcher {
  /** Names of the HTML elements whose attributes and order matter. */
  readonly noted: ReadonlySet<string>
  characters(piece: string): void
  /** Called for each `html` tag: there may be several. */
  root(attributes: TagAttributes): void
}

/** A page with more is an index of everything, or an attack. */
const MAX_NOTED = 10_000

const KEEPS_OUT = names('table tbody tfoot thead tr')

/**
 * The state of the standard's tree construction (HTML §13.2.6): not the tree, but the path to the
 * current element. Elements are handed to the reader as they begin and end.
 */
export class Tree {
  readonly reader: TreeReader
  readonly open: OpenElements
  readonly formatting = new FormattingElements()
  readonly noted: NotedElements = []
  /** The modes of the open templates. */
  readonly templateModes: ModeName[] = []
  readonly #modes: Record<ModeName, Mode>
  mode: ModeName = 'before head'
  /** How the tokenizer continues after a start tag. */
  model: ContentModel = 'data'
  hasHead = false
  framesetOk = true
  /** There is no doctype: a paragraph may contain a table. */
  isQuirky = true
  form: Element | undefined
  #fostering = false
  #returnTo: ModeName = 'in body'
  #notes = 0

  constructor(reader: TreeReader, modes: Record<ModeName, Mode>) {
    this.reader = reader
    this.#modes = modes
    const facts = {
      isInert: false,
      isRepeated: false,
      parent: undefined,
      slot: this.noted,
      before: 0,
    }
    const root = new Element('html', 'html', TagAttributes.NONE, facts)
    this.open = new OpenElements(root, reader)
  }

  startIn(mode: ModeName, tag: Tag): void {
    const { start, otherStart } = this.#modes[mode]
    const rule = start.get(tag.name) ?? otherStart
    rule(this, tag)
  }

  endIn(mode: ModeName, name: string): void {
    const { end, otherEnd } = this.#modes[mode]
    const rule = end.get(name) ?? otherEnd
    rule(this, name)
  }

  textIn(mode: ModeName, text: string): void {
    this.#modes[mode].text(this, text)
  }

  insert(tag: Tag, namespace: Namespace = 'html'): Element {
    return this.#enter(this.#create(tag, namespace, this.#slot()))
  }

  /** Inserts an element whose tag the page leaves out. */
  insertNamed(name: string): Element {
    return this.insert(tagOf(name))
  }

  insertVoid(tag: Tag, namespace: Namespace = 'html'): void {
    const element = this.#create(tag, namespace, this.#slot())
    this.#note(element)
    this.reader.opened(element)
    this.reader.closed(element)
  }

  insertRawText(tag: Tag, model: ContentModel): void {
    this.insert(tag)
    this.model = model
    this.#returnTo = this.mode
    this.mode = 'text'
  }

  leaveRawText(): void {
    this.open.pop()
    this.mode = this.#returnTo
  }

  insertFormatting(tag: Tag): void {
    this.formatting.add(this.insert(tag))
  }

  /** A copy of the element, noted at an index of the slot. */
  repeat(element: Element, slot: NotedElements, index: number): Element {
    const { name, namespace, attributes } = element
    const parent = this.open.current
    const facts = { isInert: this.isInTemplate, isRepeated: true, parent, slot, before: index }
    const again = new Element(name, namespace, attributes, facts)
    this.#note(again)
    return again
  }

  /** "Reconstruct the active formatting elements" */
  reconstruct(): void {
    const { last } = this.formatting
    if (last === undefined || last.isOpen) return
    const since = this.formatting.sinceMarker()
    const lost = since.slice(since.findLastIndex(({ isOpen }) => isOpen) + 1)
    for (const element of lost) {
      const slot = this.#slot()
      const again = this.repeat(element, slot, slot.length)
      this.formatting.replace(element, again)
      this.open.push(again)
    }
  }

  /** Foster parenting: text and elements of a table outside its cells go in front of it. */
  foster(work: () => void): void {
    this.#fostering = true
    work()
    this.#fostering = false
  }

  get isInTemplate(): boolean {
    return this.templateModes.length > 0
  }

  #enter(element: Element): Element {
    this.#note(element)
    if (element.name === 'table') this.#openFront(element)
    this.open.push(element)
    return element
  }

  #create({ name, attributes }: Tag, namespace: Namespace, slot: NotedElements): Element {
    const parent = this.open.current
    const before = slot.length
    const facts = { isInert: this.isInTemplate, isRepeated: false, parent, slot, before }
    return new Element(name, namespace, attributes, facts)
  }

  #slot(): NotedElements {
    const { current } = this.open
    if (!this.#fostering || current.namespace !== 'html' || !KEEPS_OUT.has(current.name)) {
      return current.slot
    }
    const holder = this.open.findLast(
      ({ name, namespace }) => namespace === 'html' && (name === 'table' || name === 'template'),
    )
    return holder?.inFront ?? current.slot
  }

  #note(element: Element): void {
    const { name, namespace, slot, before } = element
    if (namespace !== 'html' || !this.reader.noted.has(name) || this.#notes >= MAX_NOTED) return
    this.#notes += 1
    if (before === slot.length) slot.push(element)
    else slot.splice(before, 0, element)
    element.before += 1
  }

  #openFront(table: Element): void {
    if (this.#notes >= MAX_NOTED) return
    this.#notes += 1
    table.inFront = []
    table.slot.push(table.inFront)
    table.before = table.slot.length
  }
}

function tagOf(name: string): Tag {
  return { name, attributes: TagAttributes.NONE, selfClosing: false }
}
