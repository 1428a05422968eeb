import { closeFormatting, closeOther } from '../adoption-agency.ts'
import { endAgain, endAs, type EndRule } from '../mode.ts'
import { byName } from '../text.ts'
import { SCOPE, type ElementScope } from '../element.ts'
import type { Tree } from '../tree.ts'

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

export const END_TAGS = byName<EndRule>({
  template: endAs('in head'),
  body: (tree) => {
    if (tree.open.hasInScope('body')) tree.mode = 'after body'
  },
  html: (tree, name) => {
    if (tree.open.hasInScope('body')) endAgain(tree, 'after body', name)
  },
  'address article aside blockquote button center details dialog dir div dl fieldset': closeBlock,
  'figcaption figure footer header hgroup listing main menu nav ol pre search section': closeBlock,
  'summary ul': closeBlock,
  form: closeForm,
  p: (tree) => {
    if (!tree.open.hasInScope('p', SCOPE.button)) tree.insertNamed('p')
    tree.open.closeParagraph()
  },
  li: (tree, name) => closeItem(tree, name, SCOPE.listItem),
  'dd dt': (tree, name) => closeItem(tree, name, SCOPE.general),
  'h1 h2 h3 h4 h5 h6': (tree) => {
    if (!HEADINGS.some((heading) => tree.open.hasInScope(heading))) return
    tree.open.popImplied()
    tree.open.popThroughName(...HEADINGS)
  },
  'a b big code em font i nobr s small strike strong tt u': closeFormatting,
  'applet marquee object': (tree, name) => {
    if (!tree.open.hasInScope(name)) return
    tree.open.popImplied()
    tree.open.popThroughName(name)
    tree.formatting.clearToMarker()
  },
  br: (tree, name) => {
    tree.reconstruct()
    tree.insertNamed(name)
    tree.open.pop()
    tree.framesetOk = false
  },
})

export const otherEnd: EndRule = closeOther

function closeBlock(tree: Tree, name: string): void {
  if (!tree.open.hasInScope(name)) return
  tree.open.popImplied()
  tree.open.popThroughName(name)
}

function closeForm(tree: Tree, name: string): void {
  if (tree.isInTemplate) return closeBlock(tree, name)
  const { form } = tree
  tree.form = undefined
  if (form === undefined || !tree.open.isInScope(form)) return
  tree.open.popImplied()
  tree.open.remove(form)
}

function closeItem(tree: Tree, name: string, scope: ElementScope): void {
  if (!tree.open.hasInScope(name, scope)) return
  tree.open.popImplied(name)
  tree.open.popThroughName(name)
}
