import { isSpace } from '../../../src/standards/html/text.ts'

const COMMA = 0x2c
const WIDTH_OR_HEIGHT = /^\d*[1-9]\d*[wh]$/
// HTML §2.3.4.3: a valid floating-point number; no density is below zero, but `-0` is zero.
const DENSITY = /^(-?0+(\.0+)?|-?\.0+|\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?x$/

/** The images that a `srcset` offers, without those it describes wrongly (HTML §4.8.4.2.1). */
export function srcsetUrls(srcset: string): string[] {
  const urls: string[] = []
  let at = skip(srcset, 0, isSpaceOrComma)
  while (at < srcset.length) {
    const end = skip(srcset, at, isNoSpace)
    const address = srcset.slice(at, withoutCommas(srcset, at, end))
    // A comma right after the address: nothing describes it.
    const isBare = end - at > address.length
    const descriptors = isBare ? { words: [], end } : readDescriptors(srcset, end)
    if (isSound(descriptors.words)) urls.push(address)
    at = skip(srcset, descriptors.end, isSpaceOrComma)
  }
  return urls
}

/** Words up to the next comma; within parentheses, spaces and commas are part of a word. */
function readDescriptors(srcset: string, start: number): { words: string[]; end: number } {
  const words: string[] = []
  let word = start
  let isInParentheses = false
  let at = start
  for (; at < srcset.length; at += 1) {
    const character = srcset[at]!
    if (isInParentheses) {
      isInParentheses = character !== ')'
    } else if (character === '(') {
      isInParentheses = true
    } else if (character === ',' || isSpace(srcset.charCodeAt(at))) {
      if (at > word) words.push(srcset.slice(word, at))
      word = at + 1
      if (character === ',') return { words, end: at }
    }
  }
  if (at > word) words.push(srcset.slice(word, at))
  return { words, end: at }
}

/** A width, with or without a height, or a density, or nothing. */
function isSound(words: readonly string[]): boolean {
  const kinds = words.map((word) =>
    WIDTH_OR_HEIGHT.test(word) || DENSITY.test(word) ? word.at(-1)! : '?',
  )
  return ['', 'w', 'x', 'hw'].includes(kinds.toSorted().join(''))
}

function skip(text: string, start: number, test: (code: number) => boolean): number {
  let at = start
  while (at < text.length && test(text.charCodeAt(at))) at += 1
  return at
}

function withoutCommas(text: string, start: number, end: number): number {
  let at = end
  while (at > start && text.charCodeAt(at - 1) === COMMA) at -= 1
  return at
}

function isSpaceOrComma(code: number): boolean {
  return code === COMMA || isSpace(code)
}

function isNoSpace(code: number): boolean {
  return !isSpace(code)
}
