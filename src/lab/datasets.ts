import { drawSeedSets } from './corpus/chance.ts'
import { BadCorpus, type Corpus } from './corpus/corpus.ts'
import { numberHosts } from './corpus/hosts.ts'
import { type LogCorpus, openLogCorpus } from './corpus/log-corpus.ts'
import { openCorpus } from './corpus/open-corpus.ts'
import { shareGraph, shareScores } from './crawl-pool.ts'
import type { Dataset, LabOptions } from './experiment.ts'
import { BadOption } from './option-value.ts'

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
    const hosts = hostsOf(corpus)
    for (const topic of topicsOf(corpus, options)) {
      const scores = shareScores(corpus.scores(topic))
      const name = options.corpora.length > 1 ? `${corpus.name}/${topic}` : topic
      const size = seedSetSize(scores.beta, options)
      if (size < options.seedSize) note(fewSeeds(name, size))
      const seedSets = drawSeedSets(scores.beta, {
        sets: options.seedSets,
        size,
        seed: options.seed,
      })
      const { url, text } = corpus
      yield { name, corpus: corpus.name, graph, scores, seedSets, url, hosts, text }
    }
  }
}

/** Most policies look at no host, and reading all URLs takes a while. */
function hostsOf({ graph, url }: Pick<Corpus, 'graph' | 'url'>): () => Uint32Array {
  let hosts: Uint32Array | undefined
  return () => (hosts ??= numberHosts(graph.nodeCount, url))
}

/** Checks every corpus and topic first, so that a bad one fails before hours of work. */
async function check(options: LabOptions, open: typeof openCorpus): Promise<void> {
  const names = new Set<string>()
  for (const place of options.corpora) {
    const corpus = await open(place)
    if (names.has(corpus.name)) {
      throw new BadOption(`two corpora are called ${corpus.name}`, 'name each corpus once')
    }
    names.add(corpus.name)
    for (const topic of topicsOf(corpus, options)) {
      if (corpus.scores(topic).beta.some((score) => score > 0)) continue
      const what = `no node has a score for the topic "${topic}"`
      throw new BadCorpus({ file: place, what, mend: 'choose another with --topics' })
    }
  }
}

/** Keeps the corpus opened last: opening takes seconds, and often there is only one. */
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

/** No more than half of the scored nodes are seeds, so that something is left to find. */
function seedSetSize(beta: Float32Array, options: LabOptions): number {
  const scored = beta.reduce((count, score) => (score > 0 ? count + 1 : count), 0)
  return scored > options.seedSize ? options.seedSize : Math.ceil(scored / 2)
}

function fewSeeds(name: string, size: number): string {
  return `${name} has so few nodes with a score that half of them are seeds: ${size} a set`
}

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
    url: corpus.url,
    hosts: hostsOf(corpus),
    linkClasses: corpus.linkClasses,
    text: corpus.text,
    campaign: corpus.campaign,
    seedScore: seeds.reduce((sum, seed) => sum + scores.beta[seed]!, 0),
    ownScores: Float32Array.from(chosen, (node) => scores.beta[node]!),
  }
}

/** More names than this make no line that fits a page. */
const MAX_NAMES = 7

/** What was measured, in a line below a figure's title. */
export function datasetsCaption(
  { datasets }: { datasets: ReadonlyMap<string, unknown> },
  { seedSets, seedSize, ties }: LabOptions,
): string {
  const names = [...datasets.keys()]
  const what = names.length > MAX_NAMES ? `${names.length} datasets` : names.join(', ')
  const sets = seedSets === 1 ? '1 seed set' : `${seedSets} seed sets`
  return `${what}; ${sets} of ${seedSize}, ties ${ties}`
}
