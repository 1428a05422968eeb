import { fitExperiment } from './fit-experiment.ts'
import { FEATURES, type FeatureName } from './full-features.ts'

/** The features of each regression. */
const REGRESSIONS = {
  lr_fl: ['deg', 'n', 'e', 'ne'],
  lr_sl: FEATURES,
} as const satisfies Record<string, readonly FeatureName[]>

/** Gouriten et al. 2014, Table 4: how much of the score linear regressions explain. */
export const table4 = fitExperiment<keyof typeof REGRESSIONS>({
  name: 'table4',
  summary: 'fit (R²) of linear regressions on the features, the full graph known',
  title: 'R², least squares with intercept',
  columns: ['lr_fl', 'lr_sl'],
  paper: {
    raw: { lr_fl: 0.03, lr_sl: 0.075 },
    log: { lr_fl: 0.221, lr_sl: 0.23 },
  },
  read: (fit, regression) => fit.rSquared(REGRESSIONS[regression]),
})
