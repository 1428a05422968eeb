const BEYOND_ASCII = /[^\0-\x7f]/
const ACCENTS = /[\u0300-\u036f]/g

/** Lower case without accents: the form in which texts and keywords are compared. */
export function plainWords(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(ACCENTS, '').toLowerCase()
}

/** Something that a text can be searched for: a word, a number, or a picture among the letters. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)
}

/** The words of a text, one after the other. Where a script puts no space between them, a run of them is one. */
export function* wordsOf(text: string): Generator<string> {
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) yield word
}
