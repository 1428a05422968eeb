import {
  startAgain,
  endAs,
  ignore,
  startAs,
  textAs,
  type EndRule,
  type Mode,
  type ModeName,
  type StartRule,
} from '../mode.ts'
import { byName } from '../text.ts'

export const inTemplate: Mode = {
  text: textAs('in body'),
  start: byName<StartRule>({
    'base basefont bgsound link meta noframes script style template title': startAs('in head'),
    'caption colgroup tbody tfoot thead': beginAs('in table'),
    col: beginAs('in column group'),
    tr: beginAs('in table body'),
    'td th': beginAs('in row'),
  }),
  otherStart: beginAs('in body'),
  end: byName<EndRule>({ template: endAs('in head') }),
  otherEnd: ignore,
}

/** The first tag in a template decides its mode. */
function beginAs(mode: ModeName): StartRule {
  return (tree, tag) => {
    tree.templateModes[tree.templateModes.length - 1] = mode
    startAgain(tree, mode, tag)
  }
}
