/** Enough for a smooth line on a logarithmic axis. */
const PER_DECADE = 8
/** Before that a crawl is a matter of its first few pages. */
const FIRST = 10

/** Steps equally far apart on a logarithmic axis up to the last of those given, and those given. */
export function curveSteps(given: readonly number[]): number[] {
  const last = given.at(-1) ?? 0
  const steps = new Set(given)
  for (let i = 0; ; i++) {
    const step = Math.round(FIRST * 10 ** (i / PER_DECADE))
    if (step > last) return [...steps].toSorted((a, b) => a - b)
    steps.add(step)
  }
}
