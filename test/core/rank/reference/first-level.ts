import { betaOf, sum } from './known.ts'
import { parentsOf, type Feature } from './moment.ts'

export const flDeg: Feature = (moment, node) => parentsOf(moment, node).length

export const flN: Feature = (moment, node) =>
  sum(parentsOf(moment, node).map((parent) => betaOf(moment.graph, parent.node)))

export const flE: Feature = (moment, node) =>
  sum(parentsOf(moment, node).map((parent) => parent.alpha))

export const flNe: Feature = (moment, node) =>
  sum(parentsOf(moment, node).map((parent) => betaOf(moment.graph, parent.node) * parent.alpha))
