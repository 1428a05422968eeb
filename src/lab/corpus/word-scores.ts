import { readsWords } from '../../core/rank/names.ts'
import type { Policy } from '../../core/rank/policy.ts'
import { urlWords } from '../../core/topic/word-scores.ts'
import type { Dataset } from '../experiment.ts'
import type { WordScores } from './corpus.ts'
import { wholeWords } from './text-corpus.ts'

const COUNTED = new WeakMap<Dataset, WordScores>()

/** What a policy is told of URLs and titles; undefined for one that reads no words. */
export function wordScoresFor(policy: Policy, dataset: Dataset): WordScores | undefined {
  if (!readsWords(policy.arms.map((name) => ({ name })))) return undefined
  const known = COUNTED.get(dataset) ?? countWords(dataset)
  COUNTED.set(dataset, known)
  return known
}

/** The keywords of a log's topic stand in one text, with commas between them. */
function countWords({ graph, scores, url, text }: Dataset): WordScores {
  const counters = scores.topic.split(', ').map(wholeWords)
  const score = (words: string) =>
    Math.log1p(counters.reduce((count, counter) => count + counter.count(words), 0))
  return {
    url: scoreEach(graph.nodeCount, (node) => score(urlWords(url(node)))),
    title: scoreEach(graph.nodeCount, (node) => (text ? score(text.title(node)) : 0)),
  }
}

/** Threads read them without a copy each. */
function scoreEach(nodes: number, score: (node: number) => number): Float32Array {
  const scores = new Float32Array(new SharedArrayBuffer(4 * nodes))
  for (let node = 0; node < nodes; node++) scores[node] = score(node)
  return scores
}
