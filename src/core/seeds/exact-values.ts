/** Sums of integers up to this are exact, whatever their order. */
const MAX_EXACT = 2 ** 52

/**
 * The values in whole multiples of a power of two so small that it makes no difference, and so large
 * that no sum of values is ever rounded. Sums then do not depend on their order: equal pages are
 * equal, and a bound that is reached is reached exactly.
 */
export function toExactValues(values: Float64Array): Float64Array {
  const total = values.reduce((sum, value) => sum + Math.abs(value), 0)
  if (!(total > 0)) return Float64Array.from(values)
  let grain = 1
  while (total / grain > MAX_EXACT) grain *= 2
  while (total / (grain / 2) < MAX_EXACT) grain /= 2
  return values.map((value) => Math.round(value / grain) * grain)
}
