import { readHtml } from '../../../src/standards/html/tree-builder.ts'
import { names } from '../../../src/standards/html/text.ts'
import type { Element } from '../../../src/standards/html/element.ts'

/** Which elements a page has, where in the tree, and what it says. */
export function outline(html: string, noted = 'a area') {
  let text = ''
  let deepest = 0
  const open: Element[] = []
  const elements = readHtml(html, {
    noted: names(noted),
    opened: (element) => {
      open.push(element)
      deepest = Math.max(deepest, open.length)
    },
    closed: (element) => {
      open.splice(open.lastIndexOf(element), 1)
    },
    characters: (piece) => {
      text += piece
    },
    root: () => {},
  })
  return { elements, text, deepest, stillOpen: open.length }
}

/** The `href` of each link that is one, in tree order. */
export function hrefs(html: string): (string | undefined)[] {
  return outline(html)
    .elements.filter(({ isInert }) => !isInert)
    .map(({ attributes }) => attributes.get('href'))
}
