/**
 * The step of 1, 2 or 5 times a power of ten that cuts `span` into about `parts` pieces.
 *
 * @param {number} span
 * @param {number} parts
 */
export function niceStep(span, parts) {
  const rough = span / Math.max(1, parts)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10
  return step * power
}

/**
 * @param {number} end
 * @param {number} step
 */
export function ticks(end, step) {
  const last = Math.floor(end / step + 1e-9)
  return Array.from({ length: last + 1 }, (_, i) => i * step)
}

/**
 * How far the axis of fetches reaches: in wide steps, so that the line grows to the right and the
 * axis rarely changes under it, and never past the budget.
 *
 * @param {number} fetched
 * @param {number} budget
 */
export function fetchesShown(fetched, budget) {
  const wide = niceStep(Math.max(20, fetched), 1)
  return Math.max(fetched, Math.min(budget, wide), 1)
}

/**
 * @param {[number, number]} domain
 * @param {[number, number]} range
 */
export function linear([d0, d1], [r0, r1]) {
  const slope = (r1 - r0) / (d1 - d0)
  /** @param {number} value */
  return (value) => r0 + (value - d0) * slope
}
