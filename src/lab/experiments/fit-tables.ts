import type { Experiment, LabContext } from '../experiment.ts'
import { formatTable } from '../output.ts'
import {
  type FeatureFit,
  featureFits,
  type FeatureName,
  FEATURES,
  SIBLINGS,
  type Siblings,
  type Smoothing,
  SMOOTHINGS,
} from './full-features.ts'

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

type Figures<Column extends string> = Record<Column, number | null>
/** One row for each way of reading the features. */
type Readings<Column extends string> = Record<Siblings, Record<Smoothing, Figures<Column>>>

/** A table of how well features, all of the graph known, tell the score. */
interface FitTable<Column extends string> {
  name: string
  summary: string
  title: string
  columns: readonly Column[]
  paper: Record<Smoothing, Record<Column, number>>
  read: (fit: FeatureFit, column: Column) => number | null
}

interface FitResult<Column extends string> {
  paper: FitTable<Column>['paper']
  global: Readings<Column>
  datasets: Record<string, Readings<Column>>
}

const SELF_RULE =
  'second level: with all of the graph known a node is itself a child of its parents, so its own ' +
  'score is part of sl_n and sl_ne; "no self" leaves it out, as a crawl would'

/** Tables 3 and 4 differ in what they read off. */
function fitExperiment<Column extends string>(table: FitTable<Column>): Experiment {
  return {
    name: table.name,
    summary: table.summary,
    takes: [],
    // No crawl is made, so no seeds are needed.
    defaults: { seedSets: 1 },
    run: async (context) => {
      const datasets = await measure(table, context)
      const global = over(table.columns, Object.values(datasets))
      const result: FitResult<Column> = { paper: table.paper, global, datasets }
      context.print(formatFits(table, result))
      context.note(FLOORED_MEAN_RULE)
      context.note(SELF_RULE)
      return result
    },
  }
}

async function measure<Column extends string>(
  { columns, read }: FitTable<Column>,
  context: LabContext,
): Promise<Record<string, Readings<Column>>> {
  const datasets: Record<string, Readings<Column>> = {}
  for await (const dataset of context.datasets()) {
    const fits = featureFits(dataset)
    datasets[dataset.name] = readings((siblings, smoothing) => {
      const fit = fits.find((one) => one.siblings === siblings && one.smoothing === smoothing)!
      return figures(columns, (column) => read(fit, column))
    })
  }
  return datasets
}

/** The means over datasets, reading by reading. */
function over<Column extends string>(
  columns: readonly Column[],
  datasets: readonly Readings<Column>[],
): Readings<Column> {
  return readings((siblings, smoothing) =>
    figures(columns, (column) =>
      flooredMean(datasets.map((dataset) => dataset[siblings][smoothing][column])),
    ),
  )
}

function formatFits<Column extends string>(
  { title, columns, paper }: FitTable<Column>,
  { global, datasets }: FitResult<Column>,
): string {
  const row = (label: string, values: Figures<Column>) => [
    label,
    ...columns.map((column) => threeDigits(values[column])),
  ]
  const block = (smoothing: Smoothing) => [
    [],
    row(`${smoothing}: the paper`, paper[smoothing]),
    row(`${smoothing}: global`, global['with-self'][smoothing]),
    row(`${smoothing}: global, no self`, global['without-self'][smoothing]),
    ...Object.entries<Readings<Column>>(datasets).map(([name, dataset]) =>
      row(`${smoothing}: ${name}`, dataset['with-self'][smoothing]),
    ),
  ]
  return formatTable([[title, ...columns], ...SMOOTHINGS.flatMap(block)])
}

function readings<Column extends string>(
  one: (siblings: Siblings, smoothing: Smoothing) => Figures<Column>,
): Readings<Column> {
  return record(SIBLINGS, (siblings) => record(SMOOTHINGS, (smoothing) => one(siblings, smoothing)))
}

function figures<Column extends string>(
  columns: readonly Column[],
  read: (column: Column) => number | null,
): Figures<Column> {
  return record(columns, read)
}

function record<Key extends string, Value>(
  keys: readonly Key[],
  value: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>
}

/** The least that three digits can show. */
const MIN_SHOWN = 0.001

/**
 * The paper's mean over datasets is geometric, which has no place for a correlation of 0 or less:
 * such a one counts as 0.001, so it pulls the mean down hard without making it 0. One that is not
 * defined (null) is left out; with nothing left neither is the mean.
 */
export function flooredMean(values: readonly (number | null)[]): number | null {
  const defined = values.filter((value) => value !== null)
  if (defined.length === 0) return null
  const logs = defined.map((value) => Math.log(Math.max(MIN_SHOWN, value)))
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
}

/** Said with every table that has such a mean. */
const FLOORED_MEAN_RULE =
  'means over datasets are geometric: 0 or less counts as 0.001, undefined values are left out'

/** Formats a number as the paper does, without the leading 0. */
export function threeDigits(value: number | null): string {
  if (value === null) return '-'
  return value.toFixed(3).replace(/^(-?)0\./, '$1.')
}
