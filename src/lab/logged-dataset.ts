import { BadCorpus } from './corpus/bad-corpus.ts'
import { openLogCorpus, type LogCorpus } from './corpus/log-corpus.ts'
import type { Dataset } from './experiment.ts'
import { shareGraph, shareScores } from './shared-memory.ts'

/** What a campaign crawled, from its own seeds, beside what it found itself. */
export interface LoggedDataset extends Dataset {
  campaign: LogCorpus['campaign']
  seedScore: number
  /** The scores of the pages beyond the seeds, in the order in which the campaign crawled them. */
  ownScores: Float32Array
}

export function openLoggedDataset(file: string): LoggedDataset {
  const corpus = openLogCorpus(file)
  const { seeds, crawlOrder, name } = corpus
  const scores = shareScores(corpus.scores(corpus.topics[0]!))
  const isSeed = new Set(seeds)
  const chosen = crawlOrder.filter((node) => !isSeed.has(node))
  const flaw = (what: string) => new BadCorpus({ file, what, mend: 'take a longer campaign' })
  if (chosen.length === 0) throw flaw('every page is a seed, and nothing is left to choose')
  if (!scores.beta.some((score) => score > 0)) throw flaw('no page has a score to find')
  return {
    name,
    corpus: name,
    graph: shareGraph(corpus.graph),
    scores,
    seedSets: [seeds],
    campaign: corpus.campaign,
    seedScore: seeds.reduce((sum, seed) => sum + scores.beta[seed]!, 0),
    ownScores: Float32Array.from(chosen, (node) => scores.beta[node]!),
  }
}
