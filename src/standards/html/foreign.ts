import { isBlank, names } from './text.ts'
import type { Element } from './element.ts'
import type { Tag } from './tokenizer.ts'
import type { Tree } from './tree.ts'

/** HTML §13.2.6.5: start tags that end a drawing or a formula, closed or not. */
const BREAKS_OUT = names(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img ' +
    'li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
)
const FONT_ATTRIBUTES = ['color', 'face', 'size']

/** Whether a start tag belongs to the foreign element we are in. */
export function isForeignTag({ open }: Tree, { name }: Tag): boolean {
  const { current } = open
  if (current.namespace === 'html' || current.integrates === 'html') return false
  if (current.integrates === 'text') return name === 'mglyph' || name === 'malignmark'
  return !(current.name === 'annotation-xml' && name === 'svg')
}

export function isForeignText({ open }: Tree): boolean {
  return open.current.namespace !== 'html' && open.current.integrates === undefined
}

export function foreignStart(tree: Tree, tag: Tag): void {
  if (breaksOut(tag)) {
    tree.open.popWhile(isForeign)
    tree.startIn(tree.mode, tag)
    return
  }
  const { namespace } = tree.open.current
  if (tag.selfClosing) tree.insertVoid(tag, namespace)
  else tree.insert(tag, namespace)
}

export function foreignEnd(tree: Tree, name: string): void {
  if (name === 'br' || name === 'p') {
    tree.open.popWhile(isForeign)
    tree.endIn(tree.mode, name)
    return
  }
  const found = tree.open.findLast(
    (element) => element.namespace === 'html' || element.name === name,
  )
  if (found === undefined || found.namespace === 'html') tree.endIn(tree.mode, name)
  else tree.open.popThrough(found)
}

export function foreignText(tree: Tree, text: string): void {
  tree.reader.characters(text)
  if (!isBlank(text)) tree.framesetOk = false
}

function breaksOut({ name, attributes }: Tag): boolean {
  if (BREAKS_OUT.has(name)) return true
  return name === 'font' && FONT_ATTRIBUTES.some((font) => attributes.get(font) !== undefined)
}

function isForeign({ namespace, integrates }: Element): boolean {
  return namespace !== 'html' && integrates === undefined
}
