import { KEYWORDS, whyNoWord } from '../keywords.ts'
import { plainWords, wordsOf } from '../words.ts'
import type { ScorerKind } from '../scorer.ts'

/**
 * The scorer of best-first crawlers (Pant, Srinivasan and Menczer 2002): the cosine of the angle
 * between topic and page, each a vector of how often it has each word. No word is left out or cut to
 * its stem, since that would take a language.
 */
export const cosine = {
  name: 'cosine',
  options: { keywords: KEYWORDS },
  whyUseless: whyNoWord,
  build: ({ keywords }) => {
    const similarity = similarityTo(keywords.join(' '))
    return {
      scorePage: similarity,
      scoreLink: (windows) => similarity(windows.join(' ')),
    }
  },
} satisfies ScorerKind<'cosine', { keywords: string[] }>

/** The cosine of a topic's term frequencies and those of a text: 0 with no word in common, 1 if alike. */
export function similarityTo(topic: string): (text: string) => number {
  const wanted = frequencies(topic)
  const wantedSquares = squares(wanted)
  return (text) => {
    const found = frequencies(text)
    let product = 0
    for (const [word, count] of wanted) product += count * (found.get(word) ?? 0)
    // Counts are whole numbers: sums of their products are exact, in whatever order.
    return product === 0 ? 0 : product / Math.sqrt(wantedSquares * squares(found))
  }
}

function frequencies(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordsOf(plainWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function squares(counts: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const count of counts.values()) sum += count * count
  return sum
}
