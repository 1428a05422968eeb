import { ignore, startAs, type EndRule, type Mode, type StartRule } from '../mode.ts'
import { byName } from '../text.ts'

export const inFrameset: Mode = {
  text: ignore,
  start: byName<StartRule>({
    html: startAs('in body'),
    frameset: (tree, tag) => {
      tree.insert(tag)
    },
    frame: (tree, tag) => tree.insertVoid(tag),
    noframes: startAs('in head'),
  }),
  otherStart: ignore,
  end: byName<EndRule>({
    frameset: (tree) => {
      tree.open.pop()
      if (!tree.open.isCurrent('frameset')) tree.mode = 'after frameset'
    },
  }),
  otherEnd: ignore,
}

/** Also the standard's "after after frameset": a page of frames stays one. */
export const afterFrameset: Mode = {
  text: ignore,
  start: byName<StartRule>({ html: startAs('in body'), noframes: startAs('in head') }),
  otherStart: ignore,
  end: byName<EndRule>({}),
  otherEnd: ignore,
}
