import { KEYWORDS, whyNoWord } from '../keywords.ts'
import { plainWords } from '../words.ts'
import type { ScorerKind } from '../scorer.ts'
import { log1p } from '../../../lib/logarithm.ts'

/**
 * The scorer of the papers' experiments: ln(1 + occurrences of the keywords), for a page in its
 * text and for a link in the words around it (Gouriten et al. 2014, section 5).
 */
export const keywordCount = {
  name: 'keyword_count',
  options: { keywords: KEYWORDS },
  whyUseless: whyNoWord,
  build: ({ keywords }) => {
    const count = occurrenceCounter(keywords)
    return {
      scorePage: (text) => log1p(count(text)),
      scoreLink: (windows) => log1p(windows.reduce((sum, window) => sum + count(window), 0)),
    }
  },
} satisfies ScorerKind<'keyword_count', { keywords: string[] }>

function occurrenceCounter(keywords: readonly string[]): (text: string) => number {
  // Longest first, so that `lava lamp` is not counted as `lava`.
  const plain = keywords.map(plainWords).toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(plain.map(escapeForRegExp).join('|'), 'gu')
  return (text) => {
    const words = plainWords(text)
    let count = 0
    for (const match of words.matchAll(pattern)) {
      if (standsAlone(words, match.index, match[0])) count++
    }
    return count
  }
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u
/** Scripts that put no space between words, or glue particles to them: there, any occurrence counts. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

function standsAlone(words: string, at: number, keyword: string): boolean {
  const end = at + keyword.length
  return (
    !joins(characterBefore(words, at), characterAt(words, at)) &&
    !joins(characterBefore(words, end), characterAt(words, end))
  )
}

function joins(left: string, right: string): boolean {
  if (!WORD_CHARACTER.test(left) || !WORD_CHARACTER.test(right)) return false
  return !UNSPACED.test(left) && !UNSPACED.test(right)
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function characterBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1)
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff
  return isLowSurrogate ? characterAt(text, index - 2) : text.charAt(index - 1)
}
