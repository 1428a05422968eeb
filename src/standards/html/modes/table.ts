import { isBlank, byName, names } from '../text.ts'
import {
  startAgain,
  endAs,
  ignore,
  startAs,
  type EndRule,
  type Mode,
  type StartRule,
  resetMode,
} from '../mode.ts'
import { SCOPE } from '../element.ts'
import type { Tag } from '../tokenizer.ts'
import type { Tree } from '../tree.ts'
import { isHidden } from './body-start.ts'
import { clearBackTo } from './table-rows.ts'

const HOLDS_CELLS = names('table tbody template tfoot thead tr')

export const inTable: Mode = {
  text: (tree, text) => {
    const { current } = tree.open
    const isBetween = current.namespace === 'html' && HOLDS_CELLS.has(current.name)
    if (isBetween && isBlank(text)) tree.reader.characters(text)
    else tree.foster(() => tree.textIn('in body', text))
  },
  start: byName<StartRule>({
    caption: (tree, tag) => {
      clearBackTo(tree, 'table')
      tree.formatting.addMarker()
      tree.insert(tag)
      tree.mode = 'in caption'
    },
    colgroup: (tree, tag) => openPart(tree, tag, 'in column group'),
    col: (tree, tag) => {
      clearBackTo(tree, 'table')
      tree.insertNamed('colgroup')
      startAgain(tree, 'in column group', tag)
    },
    'tbody tfoot thead': (tree, tag) => openPart(tree, tag, 'in table body'),
    'td th tr': (tree, tag) => {
      clearBackTo(tree, 'table')
      tree.insertNamed('tbody')
      startAgain(tree, 'in table body', tag)
    },
    table: (tree, tag) => {
      if (!closeTable(tree)) return
      tree.startIn(tree.mode, tag)
    },
    'style script template': startAs('in head'),
    input: (tree, tag) => {
      if (isHidden(tag)) tree.insertVoid(tag)
      else inFront(tree, tag)
    },
    form: (tree, tag) => {
      if (tree.form !== undefined || tree.isInTemplate) return
      tree.form = tree.insert(tag)
      tree.open.pop()
    },
  }),
  otherStart: inFront,
  end: byName<EndRule>({
    table: closeTable,
    'body caption col colgroup html tbody td tfoot th thead tr': ignore,
    template: endAs('in head'),
  }),
  otherEnd: (tree, name) => tree.foster(() => tree.endIn('in body', name)),
}

export const inColumnGroup: Mode = {
  text: (tree, text) => {
    if (isBlank(text)) tree.reader.characters(text)
    else if (closeColumnGroup(tree)) tree.textIn('in table', text)
  },
  start: byName<StartRule>({
    html: startAs('in body'),
    col: (tree, tag) => tree.insertVoid(tag),
    template: startAs('in head'),
  }),
  otherStart: (tree, tag) => {
    if (closeColumnGroup(tree)) tree.startIn('in table', tag)
  },
  end: byName<EndRule>({
    colgroup: closeColumnGroup,
    col: ignore,
    template: endAs('in head'),
  }),
  otherEnd: (tree, name) => {
    if (closeColumnGroup(tree)) tree.endIn('in table', name)
  },
}

function inFront(tree: Tree, tag: Tag): void {
  tree.foster(() => tree.startIn('in body', tag))
}

function openPart(tree: Tree, tag: Tag, mode: 'in column group' | 'in table body'): void {
  clearBackTo(tree, 'table')
  tree.insert(tag)
  tree.mode = mode
}

function closeTable(tree: Tree): boolean {
  if (!tree.open.hasInScope('table', SCOPE.table)) return false
  tree.open.popThroughName('table')
  resetMode(tree)
  return true
}

function closeColumnGroup(tree: Tree): boolean {
  if (!tree.open.isCurrent('colgroup')) return false
  tree.open.pop()
  tree.mode = 'in table'
  return true
}
