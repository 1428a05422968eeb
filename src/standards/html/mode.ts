import type { Tag } from './tokenizer.ts'
import type { Tree } from './tree.ts'

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

/** An insertion mode (HTML §13.2.6.4): what each token does where the parser stands. */
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
