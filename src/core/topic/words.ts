import { fingerprint } from '../../lib/fingerprint.ts'

// How texts are compared.

const BEYOND_ASCII = /[^\0-\x7f]/
const ACCENTS = /[\u0300-\u036f]/g

/** Lower case without accents: the form in which texts are searched for keywords. */
export function plainWords(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(ACCENTS, '').toLowerCase()
}

/** Whether there is something to search for: a letter, a digit or an emoji. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)
}

/** The words of a text in order. A script without spaces between words gives runs of them. */
export function* wordsOf(text: string): Generator<string> {
  const lower = text.toLowerCase()
  for (let at = 0; at < lower.length;) {
    const end = wordEnd(lower, at)
    if (end > at) yield lower.slice(at, end)
    // Also passes over the sign that is no part of a word.
    at = end + 1
  }
}

const WORD = /[\p{L}\p{N}]*/uy

/** The engine's classes of Unicode are slow, so only words with a character beyond ASCII need them. */
function wordEnd(text: string, start: number): number {
  let at = start
  while (isAsciiWord(text.charCodeAt(at))) at++
  if (!(text.charCodeAt(at) > 0x7f)) return at
  WORD.lastIndex = at
  return at + WORD.exec(text)![0].length
}

/** A digit or a small letter. */
function isAsciiWord(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
}

/**
 * Two titles have the same hash if they differ in case and spaces alone; 0 where there is no title.
 * Signs count: `operator+` is not `operator-`.
 */
export function titleHash(title: string): number {
  const plain = title.toLowerCase().replace(/\s+/gu, ' ').trim()
  return plain === '' ? 0 : fingerprint(plain).low
}
