import {
  startAgain,
  endAs,
  ignore,
  startAs,
  textAs,
  type EndRule,
  type Mode,
  type StartRule,
} from '../mode.ts'
import { byName } from '../text.ts'
import { SCOPE } from '../element.ts'
import type { Tag } from '../tokenizer.ts'
import type { Tree } from '../tree.ts'

const BODIES = ['tbody', 'tfoot', 'thead']

export const inTableBody: Mode = {
  text: textAs('in table'),
  start: byName<StartRule>({
    tr: (tree, tag) => {
      clearBackTo(tree, ...BODIES)
      tree.insert(tag)
      tree.mode = 'in row'
    },
    'td th': (tree, tag) => {
      clearBackTo(tree, ...BODIES)
      tree.insertNamed('tr')
      startAgain(tree, 'in row', tag)
    },
    'caption col colgroup tbody tfoot thead': (tree, tag) => {
      if (closeBody(tree)) tree.startIn('in table', tag)
    },
  }),
  otherStart: startAs('in table'),
  end: byName<EndRule>({
    'tbody tfoot thead': (tree, name) => {
      if (tree.open.hasInScope(name, SCOPE.table)) closeBody(tree)
    },
    table: (tree, name) => {
      if (closeBody(tree)) tree.endIn('in table', name)
    },
    'body caption col colgroup html td th tr': ignore,
  }),
  otherEnd: endAs('in table'),
}

export const inRow: Mode = {
  text: textAs('in table'),
  start: byName<StartRule>({
    'td th': openCell,
    'caption col colgroup tbody tfoot thead tr': (tree, tag) => {
      if (closeRow(tree)) tree.startIn('in table body', tag)
    },
  }),
  otherStart: startAs('in table'),
  end: byName<EndRule>({
    tr: closeRow,
    table: (tree, name) => {
      if (closeRow(tree)) tree.endIn('in table body', name)
    },
    'tbody tfoot thead': (tree, name) => {
      if (!tree.open.hasInScope(name, SCOPE.table)) return
      if (closeRow(tree)) tree.endIn('in table body', name)
    },
    'body caption col colgroup html td th': ignore,
  }),
  otherEnd: endAs('in table'),
}

function openCell(tree: Tree, tag: Tag): void {
  clearBackTo(tree, 'tr')
  tree.insert(tag)
  tree.mode = 'in cell'
  tree.formatting.addMarker()
}

function closeBody(tree: Tree): boolean {
  if (!BODIES.some((name) => tree.open.hasInScope(name, SCOPE.table))) return false
  clearBackTo(tree, ...BODIES)
  tree.open.pop()
  tree.mode = 'in table'
  return true
}

function closeRow(tree: Tree): boolean {
  if (!tree.open.hasInScope('tr', SCOPE.table)) return false
  clearBackTo(tree, 'tr')
  tree.open.pop()
  tree.mode = 'in table body'
  return true
}

/** "Clear the stack back to a table (body, row) context" */
export function clearBackTo(tree: Tree, ...context: string[]): void {
  tree.open.popWhile(
    ({ name, namespace }) =>
      namespace !== 'html' || !(context.includes(name) || name === 'template' || name === 'html'),
  )
}
