/** Scores are logs of counts, rarely above 10: 12 bits of fraction are finer than any choice needs. */
export const ONE = 4096

/** The nearest number that survives being written as a small integer. */
export function quantise(value: number): number {
  return fromFixed(toFixed(value))
}

/** An integer has no minus zero, so neither has what is quantised: `+ 0` takes the sign off. */
export function toFixed(value: number): number {
  return Math.round(value * ONE) + 0
}

export function fromFixed(units: number): number {
  return units / ONE
}
