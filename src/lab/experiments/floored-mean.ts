/** The least that three digits can show. */
const LEAST = 0.001

/**
 * The paper's mean over datasets is geometric, which has no place for a correlation of 0 or less:
 * such a one counts as 0.001, so it pulls the mean down hard without making it 0. One that is not
 * defined (null) is left out; with nothing left neither is the mean.
 */
export function flooredMean(values: readonly (number | null)[]): number | null {
  const defined = values.filter((value) => value !== null)
  if (defined.length === 0) return null
  const logs = defined.map((value) => Math.log(Math.max(LEAST, value)))
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
}

/** Said with every table that has such a mean. */
export const FLOORED_MEAN_RULE =
  'means over datasets are geometric: 0 or less counts as 0.001, undefined values are left out'

/** As the paper prints them, without the leading 0. */
export function threeDigits(value: number | null): string {
  if (value === null) return '-'
  return value.toFixed(3).replace(/^(-?)0\./, '$1.')
}
