import type { Graph } from '../../lib/sparse-graph.ts'
import type { TopicScores } from '../corpus/corpus.ts'
import type { Dataset } from '../experiment.ts'
import { type Measures, measureCrawl } from '../importance/measure.ts'
import {
  type KnownImportance,
  knownBacklinks,
  knownFromPage,
  knownPageRanks,
} from '../importance/limited-buffer.ts'
import {
  backlinks,
  combine,
  combined,
  type Combination,
  forwardLinks,
  location,
  pageRanks,
} from '../importance/metrics.ts'
import { Similarity } from '../importance/similarity.ts'

export const METRICS = {
  IB: 'links to the page',
  IR: 'PageRank',
  IS: 'similarity to the topic',
  IF: 'links of the page',
  IL: 'its location',
  IC: 'IS and IB, half each',
} as const

export type MetricName = keyof typeof METRICS

/** Ranks are followed through the whole crawl, which takes as long as the crawl. */
const BUFFER_MAX_NODES = 200_000

interface OfTopic {
  topic: string
  IS: Float64Array
  IC: Float64Array
  combination: Combination
}

/** The importance of a corpus's pages, by metric and topic. */
export class ImportanceMetrics {
  readonly names: readonly MetricName[]
  readonly #graph: Graph
  readonly #ofGraph: Record<'IB' | 'IR' | 'IF' | 'IL', Float64Array>
  readonly #similarity: Similarity | undefined
  #ofTopic: OfTopic | undefined

  constructor({ graph, url, text, corpus }: Dataset, note: (text: string) => void) {
    this.#graph = graph
    this.#ofGraph = {
      IB: backlinks(graph),
      IR: pageRanks(graph),
      IF: forwardLinks(graph),
      IL: Float64Array.from({ length: graph.nodeCount }, (_, node) => location(url(node))),
    }
    this.#similarity = text && new Similarity(graph.nodeCount, text)
    this.names = (Object.keys(METRICS) as MetricName[]).filter(
      (name) => text !== undefined || !this.dependsOnTopic(name),
    )
    if (text === undefined) note(`${corpus} has no text: IS and IC are left out`)
    if (graph.nodeCount > BUFFER_MAX_NODES) {
      note(`${corpus} has more than ${BUFFER_MAX_NODES} pages: the limited buffer is left out`)
    }
  }

  dependsOnTopic(name: MetricName): boolean {
    return name === 'IS' || name === 'IC'
  }

  measure(name: MetricName, visited: Uint32Array, scores: TopicScores): Measures {
    const isFeasible = this.#graph.nodeCount <= BUFFER_MAX_NODES
    const known = isFeasible ? this.#known(name, scores) : undefined
    return measureCrawl(visited, this.#importance(name, scores), known)
  }

  #importance(name: MetricName, scores: TopicScores): Float64Array {
    return name === 'IS' || name === 'IC' ? this.#forTopic(scores)[name] : this.#ofGraph[name]
  }

  /** What a crawler knows of it while it crawls. */
  #known(name: MetricName, scores: TopicScores): KnownImportance {
    switch (name) {
      case 'IB':
        return knownBacklinks(this.#graph)
      case 'IR':
        return knownPageRanks(this.#graph)
      case 'IC': {
        const { own, perLink } = this.#forTopic(scores).combination
        return knownBacklinks(this.#graph, own, perLink)
      }
      case 'IS':
      case 'IF':
      case 'IL':
        return knownFromPage(this.#importance(name, scores))
    }
  }

  #forTopic(scores: TopicScores): OfTopic {
    const { topic } = scores
    if (this.#ofTopic?.topic === topic) return this.#ofTopic
    const IS = this.#similarity!.to(scores)
    const combination = combine(IS, this.#ofGraph.IB)
    this.#ofTopic = { topic, IS, IC: combined(combination, this.#ofGraph.IB), combination }
    return this.#ofTopic
  }
}
