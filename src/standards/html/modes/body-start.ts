import { closeFormatting } from '../adoption-agency.ts'
import type { Element } from '../element.ts'
import { ignore, startAs, type ModeName, type StartRule } from '../mode.ts'
import { byName, names } from '../text.ts'
import type { Tag } from '../tokenizer.ts'
import type { Tree } from '../tree.ts'

const HEADINGS = names('h1 h2 h3 h4 h5 h6')
const LETS_ITEMS_THROUGH = names('address div p')
const TABLE_MODES: ReadonlySet<ModeName> = new Set<ModeName>([
  'in table',
  'in caption',
  'in table body',
  'in row',
  'in cell',
])

export const START_TAGS = byName<StartRule>({
  html: (tree, tag) => {
    if (!tree.isInTemplate) tree.reader.root(tag.attributes)
  },
  'base basefont bgsound link meta noframes script style template title': startAs('in head'),
  body: (tree) => {
    if (isInBody(tree) && !tree.isInTemplate) tree.framesetOk = false
  },
  frameset: openFrameset,
  'address article aside blockquote center details dialog dir div dl fieldset figcaption':
    openBlock,
  'figure footer header hgroup main menu nav ol p search section summary ul': openBlock,
  'h1 h2 h3 h4 h5 h6': openHeading,
  'pre listing': (tree, tag) => {
    openBlock(tree, tag)
    tree.framesetOk = false
  },
  form: openForm,
  li: (tree, tag) => openItem(tree, tag, ['li']),
  'dd dt': (tree, tag) => openItem(tree, tag, ['dd', 'dt']),
  plaintext: (tree, tag) => {
    openBlock(tree, tag)
    tree.model = 'plaintext'
  },
  button: openButton,
  a: openAnchor,
  'b big code em font i s small strike strong tt u': (tree, tag) => {
    tree.reconstruct()
    tree.insertFormatting(tag)
  },
  nobr: openNobr,
  'applet marquee object': (tree, tag) => {
    tree.reconstruct()
    tree.insert(tag)
    tree.formatting.addMarker()
    tree.framesetOk = false
  },
  table: (tree, tag) => {
    if (!tree.isQuirky) tree.open.closeParagraph()
    tree.insert(tag)
    tree.framesetOk = false
    tree.mode = 'in table'
  },
  'area br embed img keygen wbr': openVoid,
  image: (tree, tag) => openVoid(tree, { ...tag, name: 'img' }),
  input: (tree, tag) => {
    tree.reconstruct()
    tree.insertVoid(tag)
    if (!isHidden(tag)) tree.framesetOk = false
  },
  'param source track': (tree, tag) => tree.insertVoid(tag),
  hr: (tree, tag) => {
    tree.open.closeParagraph()
    tree.insertVoid(tag)
    tree.framesetOk = false
  },
  textarea: (tree, tag) => {
    tree.framesetOk = false
    tree.insertRawText(tag, 'rcdata')
  },
  xmp: (tree, tag) => {
    tree.open.closeParagraph()
    tree.reconstruct()
    tree.framesetOk = false
    tree.insertRawText(tag, 'rawtext')
  },
  iframe: (tree, tag) => {
    tree.framesetOk = false
    tree.insertRawText(tag, 'rawtext')
  },
  noembed: (tree, tag) => tree.insertRawText(tag, 'rawtext'),
  select: (tree, tag) => {
    tree.reconstruct()
    tree.insert(tag)
    tree.framesetOk = false
    tree.mode = TABLE_MODES.has(tree.mode) ? 'in select in table' : 'in select'
  },
  'optgroup option': (tree, tag) => {
    if (tree.open.isCurrent('option')) tree.open.pop()
    otherStart(tree, tag)
  },
  'rb rtc': (tree, tag) => {
    if (tree.open.hasInScope('ruby')) tree.open.popImplied()
    tree.insert(tag)
  },
  'rp rt': (tree, tag) => {
    if (tree.open.hasInScope('ruby')) tree.open.popImplied('rtc')
    tree.insert(tag)
  },
  math: (tree, tag) => openForeign(tree, tag, 'math'),
  svg: (tree, tag) => openForeign(tree, tag, 'svg'),
  'caption col colgroup frame head tbody td tfoot th thead tr': ignore,
})

export function otherStart(tree: Tree, tag: Tag): void {
  tree.reconstruct()
  tree.insert(tag)
}

export function isHidden({ attributes }: Tag): boolean {
  return attributes.get('type')?.toLowerCase() === 'hidden'
}

function isInBody({ open }: Tree): boolean {
  return open.at(1)?.name === 'body'
}

/** Frames replace a body that is still empty. */
function openFrameset(tree: Tree, tag: Tag): void {
  const body = tree.open.at(1)
  if (body?.name !== 'body' || !tree.framesetOk) return
  tree.open.popThrough(body)
  tree.noted.length = body.before
  tree.insert(tag)
  tree.mode = 'in frameset'
}

function openBlock(tree: Tree, tag: Tag): void {
  tree.open.closeParagraph()
  tree.insert(tag)
}

function openHeading(tree: Tree, tag: Tag): void {
  tree.open.closeParagraph()
  const { current } = tree.open
  if (current.namespace === 'html' && HEADINGS.has(current.name)) tree.open.pop()
  tree.insert(tag)
}

function openForm(tree: Tree, tag: Tag): void {
  if (tree.form !== undefined && !tree.isInTemplate) return
  tree.open.closeParagraph()
  const form = tree.insert(tag)
  if (!tree.isInTemplate) tree.form = form
}

function openItem(tree: Tree, tag: Tag, siblings: string[]): void {
  tree.framesetOk = false
  const isSibling = ({ name, namespace }: Element) =>
    namespace === 'html' && siblings.includes(name)
  const found = tree.open.findLast(
    (element) => isSibling(element) || (element.isSpecial && !LETS_ITEMS_THROUGH.has(element.name)),
  )
  if (found !== undefined && isSibling(found)) {
    tree.open.popImplied(found.name)
    tree.open.popThrough(found)
  }
  openBlock(tree, tag)
}

function openButton(tree: Tree, tag: Tag): void {
  if (tree.open.hasInScope('button')) {
    tree.open.popImplied()
    tree.open.popThroughName('button')
  }
  otherStart(tree, tag)
  tree.framesetOk = false
}

/** Anchors do not nest: a new one closes one that was left open. */
function openAnchor(tree: Tree, tag: Tag): void {
  const before = tree.formatting.find('a')
  if (before !== undefined) {
    closeFormatting(tree, 'a')
    tree.formatting.remove(before)
    tree.open.remove(before)
  }
  tree.reconstruct()
  tree.insertFormatting(tag)
}

function openNobr(tree: Tree, tag: Tag): void {
  tree.reconstruct()
  if (tree.open.hasInScope('nobr')) {
    closeFormatting(tree, 'nobr')
    tree.reconstruct()
  }
  tree.insertFormatting(tag)
}

function openVoid(tree: Tree, tag: Tag): void {
  tree.reconstruct()
  tree.insertVoid(tag)
  tree.framesetOk = false
}

function openForeign(tree: Tree, tag: Tag, namespace: 'math' | 'svg'): void {
  tree.reconstruct()
  if (tag.selfClosing) tree.insertVoid(tag, namespace)
  else tree.insert(tag, namespace)
}
