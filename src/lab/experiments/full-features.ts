import type { Graph } from '../../lib/sparse-graph.ts'
import type { TopicScores } from '../corpus/corpus.ts'
import type { Dataset } from '../experiment.ts'
import { correlation, moments, type Moments, rSquared } from './moments.ts'

/** Features as they are, or f(x) = ln(1 + x) of them. Scores are logarithms already. */
export const SMOOTHINGS = ['raw', 'log'] as const
export type Smoothing = (typeof SMOOTHINGS)[number]

/** How the features of a dataset's nodes go with their scores, read in one way. */
export interface FeatureFit {
  siblings: Siblings
  smoothing: Smoothing
  /** Pearson's, with β; null if a feature is the same everywhere. */
  correlation: (feature: FeatureName) => number | null
  rSquared: (features: readonly FeatureName[]) => number | null
}

/** All ways of reading them, over every node of the graph. */
export function featureFits({ graph, scores }: Dataset): FeatureFit[] {
  const columns = fullFeatures(graph, scores)
  return SIBLINGS.flatMap((siblings) =>
    SMOOTHINGS.map((smoothing) => {
      const all = momentsOf(columns[siblings], scores.beta, smoothing)
      const target = FEATURES.length
      return {
        siblings,
        smoothing,
        correlation: (feature: FeatureName) => correlation(all, place(feature), target),
        rSquared: (features: readonly FeatureName[]) => rSquared(all, features.map(place), target),
      }
    }),
  )
}

function momentsOf(columns: FeatureColumns, beta: Float32Array, smoothing: Smoothing): Moments {
  const read =
    smoothing === 'raw'
      ? undefined
      : (value: number, column: number) => (column < FEATURES.length ? Math.log1p(value) : value)
  return moments([...FEATURES.map((feature) => columns[feature]), beta], read)
}

function place(feature: FeatureName): number {
  return FEATURES.indexOf(feature)
}

/** The features, named as in the paper's Table 3. */
export const FEATURES = ['deg', 'n', 'e', 'ne', 'sl_n', 'sl_e', 'sl_ne'] as const
export type FeatureName = (typeof FEATURES)[number]

/**
 * Whether a node counts among the children of its parents. With the full graph known it is one of
 * them, and its own score enters the features that are to predict it; a crawl never knows it.
 */
export const SIBLINGS = ['with-self', 'without-self'] as const
export type Siblings = (typeof SIBLINGS)[number]

type FeatureColumns = Record<FeatureName, Float64Array>

/** The features of every node, all pages crawled: the parents of a node are all that link to it. */
export function fullFeatures(
  graph: Graph,
  { beta, alpha }: TopicScores,
): Record<Siblings, FeatureColumns> {
  const first = {
    deg: sumByTarget(graph, () => 1),
    n: sumByTarget(graph, (_edge, parent) => beta[parent]!),
    e: sumByTarget(graph, (edge) => alpha[edge]!),
    ne: sumByTarget(graph, (edge, parent) => beta[parent]! * alpha[edge]!),
  }
  const sl_n = secondLevel(graph, (_edge, _parent, child) => beta[child]!)
  const sl_e = secondLevel(graph, (edge) => alpha[edge]!)
  const sl_ne = secondLevel(graph, (edge, _parent, child) => beta[child]! * alpha[edge]!)
  const level = (siblings: Siblings) => ({
    ...first,
    sl_n: sl_n[siblings],
    sl_e: sl_e[siblings],
    sl_ne: sl_ne[siblings],
  })
  return { 'with-self': level('with-self'), 'without-self': level('without-self') }
}

/** What a parent's children bring, summed over parents; by edges, never by pairs of siblings. */
function secondLevel(graph: Graph, term: EdgeTerm): Record<Siblings, Float64Array> {
  const ofChildren = sumBySource(graph, term)
  return {
    'with-self': sumByTarget(graph, (_edge, parent) => ofChildren[parent]!),
    // Taken off edge by edge: the difference of the totals would leave dust where nothing is left.
    'without-self': sumByTarget(
      graph,
      (edge, parent, node) => ofChildren[parent]! - term(edge, parent, node),
    ),
  }
}

/** What an edge adds to a sum. */
type EdgeTerm = (edge: number, source: number, target: number) => number

/** Sums a term over each node's in-links, in time linear in the edges. */
function sumByTarget(graph: Graph, term: EdgeTerm): Float64Array {
  const sums = new Float64Array(graph.nodeCount)
  eachEdge(graph, (edge, source, target) => {
    sums[target]! += term(edge, source, target)
  })
  return sums
}

/** Sums a term over each node's out-links. */
function sumBySource(graph: Graph, term: EdgeTerm): Float64Array {
  const sums = new Float64Array(graph.nodeCount)
  eachEdge(graph, (edge, source, target) => {
    sums[source]! += term(edge, source, target)
  })
  return sums
}

function eachEdge(
  { nodeCount, outStart, outTarget }: Graph,
  visit: (edge: number, source: number, target: number) => void,
): void {
  for (let source = 0; source < nodeCount; source++) {
    const end = outStart[source + 1]!
    for (let edge = outStart[source]!; edge < end; edge++) visit(edge, source, outTarget[edge]!)
  }
}
