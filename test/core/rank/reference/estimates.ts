import { bestContext, bestParent } from './best-first.ts'
import { bfsEstimates } from './bfs.ts'
import { flDeg, flE, flN, flNe } from './first-level.ts'
import { betaOf, crawlOrder, frontierOf, linksOf, type Known } from './known.ts'
import { latestMoment, type Feature } from './moment.ts'
import { nrEstimates } from './navigational-rank.ts'
import { opicEstimates } from './opic.ts'
import { otieEstimates } from './otie.ts'
import { LR_FL, LR_SL, lrEstimates } from './regression.ts'
import { slE, slN, slNe } from './second-level.ts'

/** The estimators that are one sum each, not smoothed: ln(1+x) would not change their order. */
export const SUMS = {
  fl_deg: flDeg,
  fl_n: flN,
  fl_e: flE,
  fl_ne: flNe,
  sl_n: slN,
  sl_e: slE,
  sl_ne: slNe,
} as const satisfies Record<string, Feature>

export type EstimatorName =
  | 'bfs'
  | 'nr'
  | 'opic'
  | keyof typeof SUMS
  | 'lr_fl'
  | 'lr_sl'
  | 'oracle'
  | 'breadth'
  | 'backlink'
  | 'otie'
  | 'best_first'
  | 'link_context'

/** One estimate per frontier node, in discovery order. */
export type Estimator = (known: Known) => Map<number, number>

export function referenceEstimates(name: EstimatorName, known: Known): Map<number, number> {
  return ESTIMATORS[name](known)
}

const ESTIMATORS: Record<EstimatorName, Estimator> = {
  bfs: bfsEstimates,
  nr: nrEstimates,
  opic: (known) => opicEstimates(known),
  fl_deg: bySum(SUMS.fl_deg),
  fl_n: bySum(SUMS.fl_n),
  fl_e: bySum(SUMS.fl_e),
  fl_ne: bySum(SUMS.fl_ne),
  sl_n: bySum(SUMS.sl_n),
  sl_e: bySum(SUMS.sl_e),
  sl_ne: bySum(SUMS.sl_ne),
  lr_fl: (known) => lrEstimates(LR_FL, known),
  lr_sl: (known) => lrEstimates(LR_SL, known),
  oracle: bySum((moment, node) => betaOf(moment.graph, node)),
  breadth: breadthEstimates,
  backlink: bySum(flDeg),
  otie: (known) => otieEstimates(known),
  best_first: bySum(bestParent),
  link_context: bySum(bestContext),
}

export const ESTIMATOR_NAMES = Object.keys(ESTIMATORS) as EstimatorName[]

/** First come, first served: the place of a node among all that were ever discovered. */
function breadthEstimates(known: Known): Map<number, number> {
  const order = crawlOrder(known)
  const discovered = new Set([
    ...known.seeds,
    ...order.flatMap((node) => linksOf(known.graph, node).map(({ to }) => to)),
  ])
  const places = new Map([...discovered].map((node, place) => [node, place]))
  return new Map(frontierOf(known).map((node) => [node, 1 / (places.get(node)! + 1)]))
}

function bySum(feature: Feature): Estimator {
  return (known) => {
    const moment = latestMoment(known)
    return new Map(frontierOf(known).map((node) => [node, feature(moment, node)]))
  }
}
