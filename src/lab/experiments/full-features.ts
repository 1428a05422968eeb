import type { Graph, TopicScores } from '../corpus/graph.ts'
import { sumBySource, sumByTarget, type EdgeTerm } from './edge-sums.ts'

/** As the paper's Table 3 names them. */
export const FEATURES = ['deg', 'n', 'e', 'ne', 'sl_n', 'sl_e', 'sl_ne'] as const
export type FeatureName = (typeof FEATURES)[number]

/**
 * Whether a node counts among the children of its parents. With the full graph known it is one of
 * them, and its own score enters the features that are to predict it; a crawl never knows it.
 */
export const SIBLINGS = ['with-self', 'without-self'] as const
export type Siblings = (typeof SIBLINGS)[number]

export type FeatureColumns = Record<FeatureName, Float64Array>

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
