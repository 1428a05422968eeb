import type { Element, NotedElements } from './element.ts'
import { foreignEnd, foreignStart, foreignText, isForeignTag, isForeignText } from './foreign.ts'
import { MODES } from './modes/all.ts'
import { names } from './text.ts'
import { tokenise, type ContentModel, type Tag, type TokenSink } from './tokenizer.ts'
import { Tree, type TreeReader } from './tree.ts'

/** The depth limit of browsers: the cost of a tag grows with its depth. */
export const MAX_DEPTH = 512

/** The insertion mode depends on these, so they are not closed to make room. */
const HOLDS_MODE = names(
  'html head body frameset table caption colgroup tbody thead tfoot tr td th select template',
)

/** Reads a page by the HTML standard. Returns the noted elements, in tree order. */
export function readHtml(html: string, reader: TreeReader): Element[] {
  const builder = new TreeBuilder(reader)
  tokenise(html, builder)
  return builder.finish()
}

export class TreeBuilder implements TokenSink {
  readonly #tree: Tree

  constructor(reader: TreeReader) {
    this.#tree = new Tree(reader, MODES)
  }

  get hasCdata(): boolean {
    return this.#tree.open.current.namespace !== 'html'
  }

  /** How often an open element was examined: the work that nesting causes. */
  get looks(): number {
    return this.#tree.open.looks
  }

  doctype(): void {
    if (this.#tree.mode === 'before head') this.#tree.isQuirky = false
  }

  startTag(tag: Tag): ContentModel {
    const tree = this.#tree
    if (!this.#hasRoom(tag.name)) return 'data'
    tree.model = 'data'
    if (isForeignTag(tree, tag)) foreignStart(tree, tag)
    else tree.startIn(tree.mode, tag)
    return tree.model
  }

  endTag(name: string): void {
    const tree = this.#tree
    if (tree.open.current.namespace === 'html') tree.endIn(tree.mode, name)
    else foreignEnd(tree, name)
  }

  text(piece: string): void {
    const tree = this.#tree
    if (isForeignText(tree)) foreignText(tree, piece)
    else tree.textIn(tree.mode, piece)
  }

  finish(): Element[] {
    this.#tree.open.popWhile(() => true)
    return flat(this.#tree.noted)
  }

  /** The innermost elements of a page that nests deeper become siblings, as in browsers. */
  #hasRoom(name: string): boolean {
    const { open } = this.#tree
    if (open.depth < MAX_DEPTH) return true
    open.popWhile((element) => open.depth >= MAX_DEPTH && !HOLDS_MODE.has(element.name))
    return open.depth < MAX_DEPTH || !HOLDS_MODE.has(name)
  }
}

function flat(slot: NotedElements): Element[] {
  return slot.flatMap((item) => (Array.isArray(item) ? flat(item) : [item]))
}
