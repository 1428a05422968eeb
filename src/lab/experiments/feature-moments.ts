import type { Dataset } from '../experiment.ts'
import {
  FEATURES,
  fullFeatures,
  SIBLINGS,
  type FeatureColumns,
  type FeatureName,
  type Siblings,
} from './full-features.ts'
import { correlation, moments, rSquared, type Moments } from './moments.ts'

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
