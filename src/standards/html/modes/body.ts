import { isBlank, byName } from '../text.ts'
import {
  endAgain,
  startAgain,
  textAgain,
  ignore,
  startAs,
  type EndRule,
  type Mode,
  type StartRule,
} from '../mode.ts'
import { END_TAGS, otherEnd } from './body-end.ts'
import { otherStart, START_TAGS } from './body-start.ts'

export const inBody: Mode = {
  text: (tree, text) => {
    tree.reconstruct()
    tree.reader.characters(text)
    if (tree.framesetOk && !isBlank(text)) tree.framesetOk = false
  },
  start: START_TAGS,
  otherStart,
  end: END_TAGS,
  otherEnd,
}

/** Also the standard's "after after body": both lead back to the body. */
export const afterBody: Mode = {
  text: (tree, text) => {
    if (isBlank(text)) tree.textIn('in body', text)
    else textAgain(tree, 'in body', text)
  },
  start: byName<StartRule>({ html: startAs('in body') }),
  otherStart: (tree, tag) => startAgain(tree, 'in body', tag),
  end: byName<EndRule>({ html: ignore }),
  otherEnd: (tree, name) => endAgain(tree, 'in body', name),
}
