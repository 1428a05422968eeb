/** How columns of equal length vary together. */
export interface Moments {
  /** Σ (x - x̄)(y - ȳ), `[i][j]`. */
  products: readonly Float64Array[]
}

/** Two passes, for the textbook's one pass loses all digits where means are large. */
export function moments(columns: readonly ArrayLike<number>[], read = same): Moments {
  const length = columns[0]?.length ?? 0
  const means = columns.map((column, i) => meanOf(column, (value) => read(value, i)))
  const products = columns.map(() => new Float64Array(columns.length))
  const row = new Float64Array(columns.length)
  for (let at = 0; at < length; at++) {
    for (let i = 0; i < row.length; i++) row[i] = read(columns[i]![at]!, i) - means[i]!
    for (let i = 0; i < row.length; i++) addRow(products[i]!, row, i)
  }
  for (let i = 0; i < row.length; i++) {
    for (let j = 0; j < i; j++) products[i]![j] = products[j]![i]!
  }
  return { products }
}

/** Pearson's; null where a column is the same everywhere. */
export function correlation({ products }: Moments, i: number, j: number): number | null {
  const spread = Math.sqrt(products[i]![i]! * products[j]![j]!)
  return spread > 0 ? products[i]![j]! / spread : null
}

/** Less than this share of a feature's variance is dust: the feature repeats those before it. */
const DEPENDENT = 1e-9

/**
 * The share of the target's variance that ordinary least squares with an intercept explains, by
 * elimination on the correlations; null where the target is the same everywhere. A feature that
 * others determine adds nothing, so it is passed over.
 */
export function rSquared(of: Moments, features: readonly number[], target: number): number | null {
  if (!(of.products[target]![target]! > 0)) return null
  const left = [...features, target]
  const rest = left.map((i) => left.map((j) => correlation(of, i, j) ?? 0))
  for (let pivot = 0; pivot < features.length; pivot++) {
    if (rest[pivot]![pivot]! > DEPENDENT) eliminate(rest, pivot)
  }
  return 1 - rest.at(-1)!.at(-1)!
}

function eliminate(rest: number[][], pivot: number): void {
  const row = rest[pivot]!
  for (let i = pivot + 1; i < rest.length; i++) {
    const share = rest[i]![pivot]! / row[pivot]!
    for (let j = pivot + 1; j < rest.length; j++) rest[i]![j]! -= share * row[j]!
  }
}

function addRow(products: Float64Array, row: Float64Array, from: number): void {
  const value = row[from]!
  for (let j = from; j < row.length; j++) products[j]! += value * row[j]!
}

/** Counted from the first value, so that a column that never changes has no variance at all. */
function meanOf(column: ArrayLike<number>, read: (value: number) => number): number {
  const first = read(column[0]!)
  let sum = 0
  for (let at = 0; at < column.length; at++) sum += read(column[at]!) - first
  return first + sum / column.length
}

function same(value: number, _column: number): number {
  return value
}
