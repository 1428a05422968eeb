import { similarityTo } from '../core/topic/scorers/cosine.ts'
import { plainWords, wordsOf } from '../core/topic/words.ts'
import { BadCorpus, type CorpusText, type TopicScores } from './corpus/corpus.ts'
import type { Dataset } from './experiment.ts'

/** Pant, Srinivasan and Menczer 2002 read the first 10 KB of a page. */
const READ_CHARS = 10_000

/** The words of a page as far as it is read. */
export function readText(text: CorpusText, node: number): string {
  return text.pageText(node).slice(0, READ_CHARS)
}

/** The texts of a dataset, for measures that need them. */
export function textOf({ text, corpus }: Dataset): CorpusText {
  if (text !== undefined) return text
  const what = 'has scores alone, and this experiment reads pages'
  throw new BadCorpus({ file: corpus, what, mend: 'choose a corpus with texts' })
}

/** Scores that are the cosine of topic and page; links have none. */
export function cosineScores({ graph, scores: { topic } }: Dataset, text: CorpusText): TopicScores {
  const similarity = similarityTo(topic)
  const words = [...wordsOf(plainWords(topic))]
  const beta = new Float32Array(graph.nodeCount)
  for (let node = 0; node < beta.length; node++) {
    const page = readText(text, node)
    const plain = plainWords(page)
    // Most pages have no word of the topic anywhere: to see that is quicker than to count words.
    if (words.some((word) => plain.includes(word))) beta[node] = similarity(page)
  }
  return { topic, beta, alpha: new Float32Array(graph.edgeCount) }
}
