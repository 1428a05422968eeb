import {
  endAs,
  ignore,
  startAs,
  textAs,
  type EndRule,
  type Mode,
  type StartRule,
  resetMode,
} from '../mode.ts'
import { byName } from '../text.ts'
import { SCOPE } from '../element.ts'
import type { Tree } from '../tree.ts'

/**
 * A select has options and nothing else. Since 2025 the standard lets it hold any element, but a
 * reader cannot follow a link in there, so the older rule stays.
 */
export const inSelect: Mode = {
  text: (tree, text) => tree.reader.characters(text),
  start: byName<StartRule>({
    html: startAs('in body'),
    option: (tree, tag) => {
      popCurrent(tree, 'option')
      tree.insert(tag)
    },
    optgroup: (tree, tag) => {
      popCurrent(tree, 'option', 'optgroup')
      tree.insert(tag)
    },
    hr: (tree, tag) => {
      popCurrent(tree, 'option', 'optgroup')
      tree.insertVoid(tag)
    },
    select: closeSelect,
    'input keygen textarea': (tree, tag) => {
      if (closeSelect(tree)) tree.startIn(tree.mode, tag)
    },
    'script template': startAs('in head'),
  }),
  otherStart: ignore,
  end: byName<EndRule>({
    optgroup: closeGroup,
    option: (tree) => popCurrent(tree, 'option'),
    select: closeSelect,
    template: endAs('in head'),
  }),
  otherEnd: ignore,
}

export const inSelectInTable: Mode = {
  text: textAs('in select'),
  start: byName<StartRule>({
    'caption table tbody tfoot thead tr td th': (tree, tag) => {
      leaveSelect(tree)
      tree.startIn(tree.mode, tag)
    },
  }),
  otherStart: startAs('in select'),
  end: byName<EndRule>({
    'caption table tbody tfoot thead tr td th': (tree, name) => {
      if (!tree.open.hasInScope(name, SCOPE.table)) return
      leaveSelect(tree)
      tree.endIn(tree.mode, name)
    },
  }),
  otherEnd: endAs('in select'),
}

function popCurrent(tree: Tree, ...names: string[]): void {
  for (const name of names) if (tree.open.isCurrent(name)) tree.open.pop()
}

function closeGroup(tree: Tree): void {
  const { open } = tree
  if (open.isCurrent('option') && open.at(open.depth - 2)?.name === 'optgroup') open.pop()
  popCurrent(tree, 'optgroup')
}

function closeSelect(tree: Tree): boolean {
  if (!tree.open.hasInScope('select', SCOPE.select)) return false
  leaveSelect(tree)
  return true
}

function leaveSelect(tree: Tree): void {
  tree.open.popThroughName('select')
  resetMode(tree)
}
