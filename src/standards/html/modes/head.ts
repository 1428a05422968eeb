import { isBlank, byName } from '../text.ts'
import {
  endAgain,
  startAgain,
  textAgain,
  endAs,
  ignore,
  startAs,
  type EndRule,
  type Mode,
  type StartRule,
  resetMode,
} from '../mode.ts'
import type { Tag } from '../tokenizer.ts'
import type { Tree } from '../tree.ts'

const insertVoid: StartRule = (tree, tag) => tree.insertVoid(tag)
const insertRawText: StartRule = (tree, tag) => tree.insertRawText(tag, 'rawtext')

/** The standard's first three modes in one: their differences do not matter here. */
export const beforeHead: Mode = {
  text: (tree, text) => {
    if (isBlank(text)) return
    openHead(tree)
    textAgain(tree, 'in head', text)
  },
  start: byName<StartRule>({
    html: startAs('in body'),
    head: (tree, tag) => openHead(tree, tag),
  }),
  otherStart: (tree, tag) => {
    openHead(tree)
    startAgain(tree, 'in head', tag)
  },
  end: byName<EndRule>({
    'head body html br': (tree, name) => {
      openHead(tree)
      endAgain(tree, 'in head', name)
    },
  }),
  otherEnd: ignore,
}

export const inHead: Mode = {
  text: (tree, text) => {
    if (isBlank(text)) return
    tree.open.pop()
    textAgain(tree, 'after head', text)
  },
  start: byName<StartRule>({
    html: startAs('in body'),
    'base basefont bgsound link meta': insertVoid,
    title: (tree, tag) => tree.insertRawText(tag, 'rcdata'),
    'noframes style script': insertRawText,
    noscript: (tree, tag) => {
      tree.insert(tag)
      tree.mode = 'in head noscript'
    },
    template: openTemplate,
    head: ignore,
  }),
  otherStart: (tree, tag) => {
    tree.open.pop()
    startAgain(tree, 'after head', tag)
  },
  end: byName<EndRule>({
    head: (tree) => {
      tree.open.pop()
      tree.mode = 'after head'
    },
    'body html br': (tree, name) => {
      tree.open.pop()
      endAgain(tree, 'after head', name)
    },
    template: closeTemplate,
  }),
  otherEnd: ignore,
}

/** A crawler runs no scripts, so what a noscript in the head holds is read. */
export const inHeadNoscript: Mode = {
  text: (tree, text) => {
    if (isBlank(text)) return
    tree.open.pop()
    textAgain(tree, 'in head', text)
  },
  start: byName<StartRule>({
    html: startAs('in body'),
    'basefont bgsound link meta noframes style': startAs('in head'),
    'head noscript': ignore,
  }),
  otherStart: (tree, tag) => {
    tree.open.pop()
    startAgain(tree, 'in head', tag)
  },
  end: byName<EndRule>({
    noscript: (tree) => {
      tree.open.pop()
      tree.mode = 'in head'
    },
    br: (tree, name) => {
      tree.open.pop()
      endAgain(tree, 'in head', name)
    },
  }),
  otherEnd: ignore,
}

export const afterHead: Mode = {
  text: (tree, text) => {
    if (isBlank(text)) return
    tree.insertNamed('body')
    textAgain(tree, 'in body', text)
  },
  start: byName<StartRule>({
    html: startAs('in body'),
    body: (tree, tag) => {
      tree.insert(tag)
      tree.framesetOk = false
      tree.mode = 'in body'
    },
    frameset: (tree, tag) => {
      tree.insert(tag)
      tree.mode = 'in frameset'
    },
    'base basefont bgsound link meta noframes script style template title': startAs('in head'),
    head: ignore,
  }),
  otherStart: (tree, tag) => {
    tree.insertNamed('body')
    startAgain(tree, 'in body', tag)
  },
  end: byName<EndRule>({
    template: endAs('in head'),
    'body html br': (tree, name) => {
      tree.insertNamed('body')
      endAgain(tree, 'in body', name)
    },
  }),
  otherEnd: ignore,
}

/** The mode within the raw text of a script, a style, a title or the like. */
export const text: Mode = {
  text: (tree, piece) => tree.reader.characters(piece),
  start: byName<StartRule>({}),
  otherStart: ignore,
  end: byName<EndRule>({}),
  otherEnd: (tree) => tree.leaveRawText(),
}

function openHead(tree: Tree, tag?: Tag): void {
  if (tag === undefined) tree.insertNamed('head')
  else tree.insert(tag)
  tree.hasHead = true
  tree.mode = 'in head'
}

function openTemplate(tree: Tree, tag: Tag): void {
  tree.insert(tag)
  tree.formatting.addMarker()
  tree.framesetOk = false
  tree.mode = 'in template'
  tree.templateModes.push('in template')
}

function closeTemplate(tree: Tree): void {
  if (!tree.open.has('template')) return
  tree.open.popAllImplied()
  tree.open.popThroughName('template')
  tree.formatting.clearToMarker()
  tree.templateModes.pop()
  resetMode(tree)
}
