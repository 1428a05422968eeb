/** A mean over topics with its standard error. */
export interface Estimate {
  mean: number
  /** 0 for a single topic, of which nothing can be said. */
  error: number
}

/** The mean of each column, one row a topic. */
export function overTopics(rows: readonly (readonly number[])[]): Estimate[] {
  const columns = rows[0]?.map((_, i) => rows.map((row) => row[i]!)) ?? []
  return columns.map(meanWithError)
}

/** Rows of several crawls of one topic become one. */
export function meanRow(rows: readonly (readonly number[])[]): number[] {
  return overTopics(rows).map(({ mean }) => mean)
}

export function meanWithError(values: readonly number[]): Estimate {
  const { length } = values
  const mean = values.reduce((sum, value) => sum + value, 0) / length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, error: length < 2 ? 0 : Math.sqrt(squares / (length - 1) / length) }
}
