import { BadOption } from './bad-option.ts'
import { BadCorpus } from './corpus/bad-corpus.ts'
import type { Corpus } from './corpus/graph.ts'
import { openCorpus } from './corpus/open-corpus.ts'
import { drawSeedSets } from './corpus/seed-sets.ts'
import type { Dataset, LabOptions } from './experiment.ts'
import { shareGraph, shareScores } from './shared-memory.ts'

/** Every topic of every corpus, one after the other; each has been looked at before the first. */
export async function* openDatasets(
  options: LabOptions,
  note: (text: string) => void,
): AsyncGenerator<Dataset> {
  const open = keepLast(openCorpus)
  await check(options, open)
  for (const place of options.corpora) {
    const corpus = await open(place)
    const graph = shareGraph(corpus.graph)
    for (const topic of topicsOf(corpus, options)) {
      const scores = shareScores(corpus.scores(topic))
      const name = options.corpora.length > 1 ? `${corpus.name}/${topic}` : topic
      const size = seedSize(scores.beta, options)
      if (size < options.seedSize) note(fewSeeds(name, size))
      const seedSets = drawSeedSets(scores.beta, {
        sets: options.seedSets,
        size,
        seed: options.seed,
      })
      yield { name, corpus: corpus.name, graph, scores, seedSets }
    }
  }
}

/** A word that matches nothing must not be found after hours of work on the others. */
async function check(options: LabOptions, open: typeof openCorpus): Promise<void> {
  const names = new Set<string>()
  for (const place of options.corpora) {
    const corpus = await open(place)
    if (names.has(corpus.name)) {
      throw new BadOption(`two corpora are called ${corpus.name}`, 'give each once')
    }
    names.add(corpus.name)
    for (const topic of topicsOf(corpus, options)) {
      if (corpus.scores(topic).beta.some((score) => score > 0)) continue
      const what = `no node has a score for the topic "${topic}"`
      throw new BadCorpus({ file: place, what, mend: 'choose another with --topics' })
    }
  }
}

/** Opening takes seconds, and often there is only one. */
function keepLast(open: typeof openCorpus): typeof openCorpus {
  let last: { place: string; corpus: Corpus } | undefined
  return async (place) => {
    if (last?.place !== place) {
      last = undefined
      last = { place, corpus: await open(place) }
    }
    return last.corpus
  }
}

function topicsOf(corpus: Corpus, { topics }: LabOptions): readonly string[] {
  return topics ?? corpus.topics
}

/** With all scored nodes for seeds there would be nothing to find: half of them, then. */
function seedSize(beta: Float32Array, options: LabOptions): number {
  const scored = beta.reduce((count, score) => (score > 0 ? count + 1 : count), 0)
  return scored > options.seedSize ? options.seedSize : Math.ceil(scored / 2)
}

function fewSeeds(name: string, size: number): string {
  return `${name} has so few nodes with a score that half of them are seeds: ${size} a set`
}
