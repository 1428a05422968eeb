import type { Element } from './element.ts'
import type { ModeName } from './mode.ts'
import type { Tree } from './tree.ts'

const MODES: ReadonlyMap<string, ModeName> = new Map<string, ModeName>([
  ['td', 'in cell'],
  ['th', 'in cell'],
  ['tr', 'in row'],
  ['tbody', 'in table body'],
  ['thead', 'in table body'],
  ['tfoot', 'in table body'],
  ['caption', 'in caption'],
  ['colgroup', 'in column group'],
  ['table', 'in table'],
  ['head', 'in head'],
  ['body', 'in body'],
  ['frameset', 'in frameset'],
])

/** "Reset the insertion mode appropriately": to that of the innermost element that has one. */
export function resetMode(tree: Tree): void {
  let mode: ModeName | undefined
  tree.open.findLast((element) => {
    mode = element.namespace === 'html' ? modeOf(tree, element) : undefined
    return mode !== undefined
  })
  tree.mode = mode ?? 'in body'
}

function modeOf(tree: Tree, element: Element): ModeName | undefined {
  switch (element.name) {
    case 'select':
      return selectMode(tree, element)
    case 'template':
      return tree.templateModes.at(-1)
    case 'html':
      return tree.hasHead ? 'after head' : 'before head'
    default:
      return MODES.get(element.name)
  }
}

function selectMode({ open }: Tree, select: Element): ModeName {
  for (let at = open.indexOf(select) - 1; at > 0; at -= 1) {
    const { name, namespace } = open.at(at)!
    if (namespace !== 'html') continue
    if (name === 'template') return 'in select'
    if (name === 'table') return 'in select in table'
  }
  return 'in select'
}
