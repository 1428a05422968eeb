import { transpose, type Graph } from '../lib/sparse-graph.ts'
import { Chance } from './corpus/chance.ts'
import type { Dataset, LabOptions } from './experiment.ts'

/** What a crawl has to find, and where it may start. */
export interface TopicTask {
  /** Examples to start at. */
  starts: number[]
  /** The other examples. */
  targets: number[]
  /** Pages two links before an example, to start at. */
  neighbours: number[]
}

/** How many pages stand for what a directory lists under a topic. */
const EXAMPLES = 50
/** A crawl starts at no more of the examples than this share, so that there is something to find. */
const MAX_START_SHARE = 1 / 5

type Draw = Pick<LabOptions, 'seed' | 'seedSize'>

/**
 * The examples of a topic are the pages that have its keyword most often, half of those that have it
 * at most; some of them, drawn at random, are starts. Papers take examples from a directory of the
 * web instead.
 */
export function drawTask(dataset: Dataset, { seed, seedSize }: Draw, set: number): TopicTask {
  const chance = new Chance(seed, set)
  const examples = shuffled(bestPages(dataset.scores.beta), chance)
  const most = Math.max(1, Math.floor(examples.length * MAX_START_SHARE))
  const starts = examples.slice(0, Math.min(seedSize, most))
  const before = neighboursOf(dataset.graph, examples)
  return {
    starts,
    targets: examples.slice(starts.length),
    neighbours: shuffled(before, chance).slice(0, seedSize),
  }
}

function bestPages(beta: Float32Array): number[] {
  const scored = Array.from(beta.keys()).filter((node) => beta[node]! > 0)
  const count = Math.min(EXAMPLES, Math.max(2, Math.floor(scored.length / 2)))
  return scored.toSorted((a, b) => beta[b]! - beta[a]! || a - b).slice(0, count)
}

/** What links to what links to an example, but no example itself. */
function neighboursOf(graph: Graph, examples: readonly number[]): number[] {
  const { outStart, outTarget } = transpose(graph)
  const sourcesOf = (nodes: Iterable<number>) => {
    const sources = new Set<number>()
    for (const node of nodes) {
      for (const source of outTarget.subarray(outStart[node], outStart[node + 1])) {
        sources.add(source)
      }
    }
    return sources
  }
  const isExample = new Set(examples)
  return [...sourcesOf(sourcesOf(examples))].filter((node) => !isExample.has(node))
}

function shuffled(nodes: readonly number[], chance: Chance): number[] {
  const pool = [...nodes]
  for (let left = pool.length; left > 1; left--) {
    const other = chance.below(left)
    const last = pool[left - 1]!
    pool[left - 1] = pool[other]!
    pool[other] = last
  }
  return pool
}
