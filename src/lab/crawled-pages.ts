import type { TopicScores } from './corpus/corpus.ts'
import type { Dataset, LabOptions } from './experiment.ts'
import type { PlannedPolicy } from './policies.ts'
import { Replay } from './replay.ts'

interface Crawled {
  dataset: Dataset
  /** What guides it. */
  scores: TopicScores
  starts: readonly number[]
  /** Pages of each crawl, the starts included. */
  pages: number
}

/** The pages that a crawl fetches, in order: its starts, then what its policy chooses. */
export function crawledPages(
  { policy }: PlannedPolicy,
  { dataset, scores, starts, pages }: Crawled,
  { ties, seed }: LabOptions,
): number[] {
  const seeds = starts.slice(0, pages)
  const replay = new Replay({
    graph: dataset.graph,
    scores,
    seeds,
    policy,
    ties,
    randomSeed: seed,
    steps: pages - seeds.length,
  })
  const crawled = [...seeds]
  for (const { node } of replay.steps()) crawled.push(node)
  return crawled
}

/** The pages of a crawl and where to read it: no more than a quarter of the corpus, or all find all. */
export function readings(dataset: Dataset, wanted: number): number[] {
  const pages = Math.max(1, Math.min(wanted, Math.floor(dataset.graph.nodeCount / 4)))
  const count = Math.min(READINGS, pages)
  return Array.from({ length: count }, (_, i) => Math.round(((i + 1) * pages) / count))
}

/** Points of a curve. */
const READINGS = 20

/** Blind breadth-first, by which papers judge the others. */
export const BREADTH_FIRST = 'breadth'
