import { flDeg, flE, flN, flNe } from './first-level.ts'
import { betaOf, frontierOf, type Known } from './known.ts'
import { latestMoment, type Feature, type Moment } from './moment.ts'
import { dot, ridge, type Example } from './ridge.ts'
import { slE, slN, slNe } from './second-level.ts'
import { log1p } from '../../../../src/lib/logarithm.ts'

export const LR_FL: readonly Feature[] = [flDeg, flN, flE, flNe]
export const LR_SL: readonly Feature[] = [...LR_FL, slN, slE, slNe]

export function lrEstimates(features: readonly Feature[], known: Known): Map<number, number> {
  const weights = lrWeights(features, known)
  const moment = latestMoment(known)
  return new Map(
    frontierOf(known).map((node) => [node, dot(weights, smoothed(features, moment, node))]),
  )
}

export function lrWeights(features: readonly Feature[], known: Known): number[] {
  return ridge(examplesOf(features, known), features.length)
}

/** Seeds teach nothing (A3); every other node as it was just before it was crawled (A5). */
export function examplesOf(features: readonly Feature[], known: Known): Example[] {
  const latest = latestMoment(known)
  return known.crawled.map((node) => {
    const before = { ...latest, now: latest.crawledAt[node]! }
    return { x: smoothed(features, before, node), y: betaOf(known.graph, node) }
  })
}

function smoothed(features: readonly Feature[], moment: Moment, node: number): number[] {
  return features.map((feature) => log1p(feature(moment, node)))
}
