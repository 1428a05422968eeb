import type { Experiment } from './experiment.ts'
import { bestNFirst } from './experiments/best-n-first.ts'
import { compare } from './experiments/compare.ts'
import { figure1 } from './experiments/figure1.ts'
import { figure2 } from './experiments/figure2.ts'
import { figure3 } from './experiments/figure3.ts'
import { table3, table4 } from './experiments/fit-tables.ts'
import { ordering } from './experiments/ordering.ts'
import { otie } from './experiments/otie.ts'
import { replayLog } from './experiments/replay-log.ts'
import { table6, table7 } from './experiments/score-tables.ts'
import { seeds } from './experiments/seeds.ts'
import { table2 } from './experiments/table2.ts'
import { table5 } from './experiments/table5.ts'

/** Our experiments, then those of the papers, in the order of `--help`. */
export const EXPERIMENTS: readonly Experiment[] = [
  compare,
  replayLog,
  table2,
  table3,
  table4,
  table5,
  table6,
  table7,
  figure1,
  figure2,
  figure3,
  ordering,
  seeds,
  bestNFirst,
  otie,
]
