import { Chance } from '../../../src/lab/corpus/chance.ts'
import type { Graph } from '../../../src/lib/sparse-graph.ts'
import type { TopicScores } from '../../../src/lab/corpus/corpus.ts'
import type { Dataset, LabContext, LabOptions } from '../../../src/lab/experiment.ts'
import { crawl } from '../../../src/lab/replay.ts'

export type Link = readonly [source: number, target: number, linkScore: number]

/** A dataset written out: a score a node, and links in any order. */
export function tinyDataset(
  name: string,
  beta: readonly number[],
  links: readonly Link[],
  seedSets: readonly (readonly number[])[] = [[0]],
): Dataset {
  const sorted = links.toSorted(([a, b], [c, d]) => a - c || b - d)
  const outStart = new Uint32Array(beta.length + 1)
  for (const [source] of sorted) outStart[source + 1]!++
  for (let node = 0; node < beta.length; node++) outStart[node + 1]! += outStart[node]!
  const graph: Graph = {
    nodeCount: beta.length,
    edgeCount: links.length,
    outStart,
    outTarget: Uint32Array.from(sorted, ([, target]) => target),
  }
  const scores: TopicScores = {
    topic: name,
    beta: Float32Array.from(beta),
    alpha: Float32Array.from(sorted, ([, , linkScore]) => linkScore),
  }
  const sets = seedSets.map((seeds) => Uint32Array.from(seeds))
  const url = (node: number) => `https://tiny.test/${node}`
  const hosts = () => new Uint32Array(beta.length)
  return { name, corpus: 'tiny', graph, scores, seedSets: sets, url, hosts, text: undefined }
}

/** Scores and link scores are quarters, so that sums of them are exact. */
export function randomDataset(seed: number, nodes: number, linksANode: number): Dataset {
  const chance = new Chance(seed, 0)
  const score = () => (chance.unit() < 0.5 ? 0 : (1 + chance.below(8)) / 4)
  const beta = Array.from({ length: nodes }, score)
  const links: Link[] = []
  for (let source = 0; source < nodes; source++) {
    const targets = Array.from({ length: linksANode }, () => chance.below(nodes))
    for (const target of new Set(targets)) {
      if (target !== source) links.push([source, target, score()])
    }
  }
  return tinyDataset(`random ${seed}`, beta, links, [[0, 1]])
}

export interface Told {
  context: LabContext
  printed: string[]
  notes: string[]
}

/** What an experiment is given, on one thread. */
export function tinyContext(datasets: readonly Dataset[], options: Partial<LabOptions>): Told {
  const printed: string[] = []
  const notes: string[] = []
  const context: LabContext = {
    options: { ...OPTIONS, ...options },
    async *datasets() {
      yield* datasets
    },
    replay: async ({ graph, scores, seedSets }, policies, steps) =>
      policies.map((policy) =>
        seedSets.map((seeds) =>
          crawl({ graph, scores, seeds, policy, ties: 'fifo', randomSeed: 1, steps }),
        ),
      ),
    progress: () => {},
    print: (text) => printed.push(text),
    note: (text) => notes.push(text),
  }
  return { context, printed, notes }
}

const OPTIONS: LabOptions = {
  corpora: ['tiny'],
  log: undefined,
  topics: undefined,
  steps: [2],
  policies: [],
  seedSets: 1,
  seedSize: 1,
  seed: 1,
  ties: 'fifo',
  workers: 1,
  quick: false,
  json: undefined,
  svg: undefined,
}
