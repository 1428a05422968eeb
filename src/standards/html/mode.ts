import type { Tag } from './tokenizer.ts'
import type { Tree } from './tree.ts'
import type { Element } from './element.ts'

export type ModeName =
  | 'before head'
  | 'in head'
  | 'in head noscript'
  | 'after head'
  | 'in body'
  | 'text'
  | 'in table'
  | 'in caption'
  | 'in column group'
  | 'in table body'
  | 'in row'
  | 'in cell'
  | 'in select'
  | 'in select in table'
  | 'in template'
  | 'after body'
  | 'in frameset'
  | 'after frameset'

export type StartRule = (tree: Tree, tag: Tag) => void
export type EndRule = (tree: Tree, name: string) => void
export type TextRule = (tree: Tree, text: string) => void

/** An insertion mode (HTML §13.2.6.4): what the parser does with each token. */
export interface Mode {
  text: TextRule
  start: ReadonlyMap<string, StartRule>
  otherStart: StartRule
  end: ReadonlyMap<string, EndRule>
  otherEnd: EndRule
}

export const ignore = (): void => {}

/** "Process the token using the rules for …" */
export const startAs =
  (mode: ModeName): StartRule =>
  (tree, tag) =>
    tree.startIn(mode, tag)

export const endAs =
  (mode: ModeName): EndRule =>
  (tree, name) =>
    tree.endIn(mode, name)

export const textAs =
  (mode: ModeName): TextRule =>
  (tree, text) =>
    tree.textIn(mode, text)

/** Switches to another mode and reprocesses the token there. */
export function startAgain(tree: Tree, mode: ModeName, tag: Tag): void {
  tree.mode = mode
  tree.startIn(mode, tag)
}

export function endAgain(tree: Tree, mode: ModeName, name: string): void {
  tree.mode = mode
  tree.endIn(mode, name)
}

export function textAgain(tree: Tree, mode: ModeName, text: string): void {
  tree.mode = mode
  tree.textIn(mode, text)
}

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
