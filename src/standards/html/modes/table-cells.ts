import { endAs, ignore, startAs, textAs, type EndRule, type Mode, type StartRule } from '../mode.ts'
import { byName } from '../text.ts'
import { SCOPE } from '../element.ts'
import type { Tree } from '../tree.ts'

export const inCaption: Mode = {
  text: textAs('in body'),
  start: byName<StartRule>({
    'caption col colgroup tbody td tfoot th thead tr': (tree, tag) => {
      if (closeCaption(tree)) tree.startIn('in table', tag)
    },
  }),
  otherStart: startAs('in body'),
  end: byName<EndRule>({
    caption: closeCaption,
    table: (tree, name) => {
      if (closeCaption(tree)) tree.endIn('in table', name)
    },
    'body col colgroup html tbody td tfoot th thead tr': ignore,
  }),
  otherEnd: endAs('in body'),
}

export const inCell: Mode = {
  text: textAs('in body'),
  start: byName<StartRule>({
    'caption col colgroup tbody td tfoot th thead tr': (tree, tag) => {
      if (closeCell(tree)) tree.startIn('in row', tag)
    },
  }),
  otherStart: startAs('in body'),
  end: byName<EndRule>({
    'td th': (tree, name) => {
      if (tree.open.hasInScope(name, SCOPE.table)) leaveCell(tree, name)
    },
    'body caption col colgroup html': ignore,
    'table tbody tfoot thead tr': (tree, name) => {
      if (!tree.open.hasInScope(name, SCOPE.table)) return
      if (closeCell(tree)) tree.endIn('in row', name)
    },
  }),
  otherEnd: endAs('in body'),
}

function closeCaption(tree: Tree): boolean {
  if (!tree.open.hasInScope('caption', SCOPE.table)) return false
  tree.open.popImplied()
  tree.open.popThroughName('caption')
  tree.formatting.clearToMarker()
  tree.mode = 'in table'
  return true
}

function closeCell(tree: Tree): boolean {
  const cell = ['td', 'th'].find((name) => tree.open.hasInScope(name, SCOPE.table))
  if (cell === undefined) return false
  leaveCell(tree, 'td', 'th')
  return true
}

function leaveCell(tree: Tree, ...cells: string[]): void {
  tree.open.popImplied()
  tree.open.popThroughName(...cells)
  tree.formatting.clearToMarker()
  tree.mode = 'in row'
}
