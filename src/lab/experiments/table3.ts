import { fitExperiment } from './fit-experiment.ts'
import { FEATURES, type FeatureName } from './full-features.ts'

/** Gouriten et al. 2014, Table 3: correlations of each feature with the score. */
export const table3 = fitExperiment<FeatureName>({
  name: 'table3',
  summary: 'correlations of the features with the score, the full graph known',
  title: "Pearson's correlation",
  columns: FEATURES,
  paper: {
    raw: { deg: 0.063, n: 0.127, e: 0.073, ne: 0.09, sl_n: 0.17, sl_e: 0.199, sl_ne: 0.203 },
    log: { deg: 0.269, n: 0.373, e: 0.402, ne: 0.412, sl_n: 0.273, sl_e: 0.36, sl_ne: 0.356 },
  },
  read: (fit, feature) => fit.correlation(feature),
})
