import { expm1 } from '../../../../src/lib/logarithm.ts'
import { betaOf } from './known.ts'
import { parentsOf, type Feature } from './moment.ts'

/** A link has the score of the page it is on; of several the best counts. */
export const bestParent: Feature = (moment, node) =>
  Math.max(0, ...parentsOf(moment, node).map((parent) => betaOf(moment.graph, parent.node)))

/** Formula (4): a quarter for the page, three quarters for the words around the link. */
export const bestContext: Feature = (moment, node) =>
  Math.max(
    0,
    ...parentsOf(moment, node).map(
      (parent) =>
        0.25 * relevance(betaOf(moment.graph, parent.node)) + 0.75 * relevance(parent.alpha),
    ),
  )

function relevance(score: number): number {
  return -expm1(-score)
}
