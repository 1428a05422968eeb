import { wordsOf } from '../../core/topic/words.ts'
import type { CorpusText, TopicScores } from '../corpus/corpus.ts'

/**
 * IS: the cosine of a page and a driving query, in the space of words weighted by tf · idf, with
 * idf = ln(pages / pages that have the word). The query is the topic, as one term.
 */
export class Similarity {
  /** The squared length of each page. */
  readonly #squares: Float64Array
  readonly #pages: number

  /** Reads every page twice: to count the pages of each word, and to measure the pages. */
  constructor(pages: number, text: Pick<CorpusText, 'pageText'>) {
    this.#pages = pages
    const pagesWith = new Map<string, number>()
    for (let node = 0; node < pages; node++) {
      for (const word of new Set(wordsOf(text.pageText(node)))) {
        pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1)
      }
    }
    this.#squares = Float64Array.from({ length: pages }, (_, node) =>
      squaredLength(text.pageText(node), (word) => this.#idf(pagesWith.get(word)!)),
    )
  }

  /** How often a page has the topic is what its score says. */
  to({ topic, beta }: TopicScores): Float64Array {
    const idf = this.#idf(beta.reduce((count, score) => (score > 0 ? count + 1 : count), 0))
    // A topic of several words is a term that the pages were measured without.
    const isWord = [...wordsOf(topic)].length === 1
    return Float64Array.from(beta, (score, node) => {
      if (score === 0 || idf === 0) return 0
      const weight = Math.round(Math.expm1(score)) * idf
      const square = this.#squares[node]! + (isWord ? 0 : weight ** 2)
      return Math.min(1, weight / Math.sqrt(square))
    })
  }

  #idf(pagesWith: number): number {
    return Math.log(this.#pages / pagesWith)
  }
}

function squaredLength(text: string, idf: (word: string) => number): number {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  let square = 0
  for (const [word, count] of counts) square += (count * idf(word)) ** 2
  return square
}
