import { FIRST_LEVEL, type FirstLevelName } from './features/first-level.ts'
import { SECOND_LEVEL, type SecondLevelName } from './features/second-level.ts'
import type { EstimatorName } from './names.ts'

export type SumName = FirstLevelName | SecondLevelName

export const SUMS = [...FIRST_LEVEL, ...SECOND_LEVEL]

export function isSum(name: EstimatorName): name is SumName {
  return (SUMS as readonly string[]).includes(name)
}

export function isRegression(name: EstimatorName): boolean {
  return name === 'lr_fl' || name === 'lr_sl'
}

export function looksAtSiblings(name: EstimatorName): boolean {
  return name.startsWith('sl_') || name === 'lr_sl'
}

export function looksBeyondParents(name: EstimatorName): boolean {
  return looksAtSiblings(name) || name === 'bfs' || name === 'nr'
}

/**
 * Scores are multiples of 1/4096, so sums of them are exact in 24 bits up to 4096; sums of products
 * of two are not, and would differ with the order in which they are added.
 */
export function isDoublePrecision(name: EstimatorName): boolean {
  return !['fl_deg', 'fl_n', 'fl_e'].includes(name)
}
