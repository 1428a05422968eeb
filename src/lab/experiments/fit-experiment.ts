import type { Experiment, LabContext } from '../experiment.ts'
import { formatTable } from '../table.ts'
import { featureFits, SMOOTHINGS, type FeatureFit, type Smoothing } from './feature-moments.ts'
import { FLOORED_MEAN_RULE, flooredMean, threeDigits } from './floored-mean.ts'
import { SIBLINGS, type Siblings } from './full-features.ts'

type Figures<Column extends string> = Record<Column, number | null>
/** One row for each way of reading the features. */
type Readings<Column extends string> = Record<Siblings, Record<Smoothing, Figures<Column>>>

/** A table of how well features, all of the graph known, tell the score. */
export interface FitTable<Column extends string> {
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
export function fitExperiment<Column extends string>(table: FitTable<Column>): Experiment {
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
