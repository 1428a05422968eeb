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
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) yield word
}

/**
 * Two titles have the same hash if they differ in case and spaces alone; 0 where there is no title.
 * Signs count: `operator+` is not `operator-`.
 */
export function titleHash(title: string): number {
  const plain = title.toLowerCase().replace(/\s+/gu, ' ').trim()
  return plain === '' ? 0 : fingerprint(plain).low
}
