const WORD_CHARACTER = '[\\p{L}\\p{N}_]'
const REGEXP_SYNTAX = /[\\^$.*+?()[\]{}|/-]/g

/** Counts a keyword in texts. */
export interface WordCounter {
  /** Quick: `false` only if no part of the text, cut anywhere, would count. */
  mayOccur(text: string): boolean
  count(text: string): number
}

/**
 * Occurrences of a keyword as whole words, in upper or lower case. Letters, digits and `_` make
 * words and accents matter: the definition behind the figures of the recorded corpora, which the
 * scorer of live campaigns (accents folded, `_` between words) does not reproduce.
 */
export function wholeWords(keyword: string): WordCounter {
  const words = keyword.normalize('NFC').trim()
  const inside = words.replace(REGEXP_SYNTAX, '\\$&').replace(/\s+/g, '\\s+')
  const anywhere = new RegExp(inside, 'iu')
  const standing = new RegExp(`${notAfterWord(words)}${inside}${notBeforeWord(words)}`, 'giu')
  return {
    mayOccur: (text) => anywhere.test(text),
    // A search with a look-behind tries it at every character: only where it can succeed.
    count: (text) => (anywhere.test(text) ? (text.match(standing)?.length ?? 0) : 0),
  }
}

/** A keyword such as `.net` may follow a letter: its own edge parts it from the word before. */
function notAfterWord(words: string): string {
  return new RegExp(`^${WORD_CHARACTER}`, 'u').test(words) ? `(?<!${WORD_CHARACTER})` : ''
}

function notBeforeWord(words: string): string {
  return new RegExp(`${WORD_CHARACTER}$`, 'u').test(words) ? `(?!${WORD_CHARACTER})` : ''
}
