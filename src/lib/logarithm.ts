/*
 * Engines disagree on the last bits of `Math.log1p` and `Math.expm1`: Node, Deno, Bun and workerd
 * each have answers of their own. These use only what IEEE 754 defines to the bit, so that a
 * campaign makes the same choices on all of them.
 */

/** ln 2 as a sum. The first part has 32 bits, so that its product with an exponent is exact. */
const LN2_HIGH = 2_977_044_471 / 2 ** 32
const LN2_LOW = 1.908214929270588e-10

/** A double and its two halves, the lower one first as on every machine that runs this. */
const double = new Float64Array(1)
const halves = new Int32Array(double.buffer)
const BIAS = 1_023

/** 2⁻ᵏ for each exponent k that 1 + x can have. */
const MIN_POWER = -53
const MAX_POWER = 1_023
const SCALES = new Float64Array(MAX_POWER - MIN_POWER + 1)
for (let i = 0, scale = 2 ** 53; i < SCALES.length; i++, scale /= 2) SCALES[i] = scale

/** The numbers from 1 to 2 in as many parts: the middle of each, its inverse, its logarithm. */
const PARTS = 32
const MIDDLES = Float64Array.from({ length: PARTS }, (_, i) => 1 + (i + 0.5) / PARTS)
const INVERSES = MIDDLES.map((middle) => 1 / middle)
const LOGS = MIDDLES.map(smallLog)

/** The range in which 1 + x would lose too many bits of x. */
const MAX_SMALL = 0.0625
const MIN_SMALL = -0.3

/** ln(1 + x), to some two units in the last place. */
export function log1p(x: number): number {
  if (x < MAX_SMALL && x > MIN_SMALL) return smallLog1p(x)
  if (!(x > -1 && x < Infinity)) return x < -1 ? NaN : x === -1 ? -Infinity : x
  const sum = 1 + x
  const lost = x < 1 ? x - (sum - 1) : 1 - (sum - x)
  double[0] = sum
  const upper = halves[1]!
  const power = (upper >> 20) - BIAS
  const part = (upper >> 15) & (PARTS - 1)
  const t = (sum * SCALES[power - MIN_POWER]! - MIDDLES[part]!) * INVERSES[part]!
  const series = power * LN2_LOW + logSeries(t)
  return power * LN2_HIGH + LOGS[part]! + (lost === 0 ? series : series + lost / sum)
}

/** ln of a number from 1 to 2. */
function smallLog(number: number): number {
  return number < 1.5 ? smallLog1p(number - 1) : Math.LN2 + smallLog1p(number / 2 - 1)
}

/** ln(1 + t) by its Taylor series, for at most 1/64. */
function logSeries(t: number): number {
  const z = t * t
  const low = 1 / 3 - t * (1 / 4) + z * (1 / 5 - t * (1 / 6))
  const high = 1 / 7 - t * (1 / 8) + z * (1 / 9)
  return t + z * (t * (low + z * z * high) - 0.5)
}

/**
 * ln(1 + f), for at most a half: with s = f / (2 + f), it is 2(s + s³/3 + s⁵/5 + …), and 2s is
 * f − s·f.
 */
function smallLog1p(f: number): number {
  const s = f / (2 + f)
  const z = s * s
  const w = z * z
  const even = 2 / 3 + w * (2 / 7 + w * (2 / 11 + w * (2 / 15 + w * (2 / 19 + w * (2 / 23)))))
  const odd = 2 / 5 + w * (2 / 9 + w * (2 / 13 + w * (2 / 17 + w * (2 / 21))))
  const half = 0.5 * f * f
  return f - (half - s * (half + z * (even + z * odd)))
}

/** Larger ones have no finite exponential. */
const MAX_EXPONENT = 709.782712893384
/** Up to this power of 2, taking 1 away changes something. */
const MAX_SMALL_POWER = 60

/** eˣ − 1, within two units in the last place: the inverse of `log1p`. */
export function expm1(x: number): number {
  if (!(x <= MAX_EXPONENT)) return x > 0 ? Infinity : x
  if (x < -50) return -1
  const power = Math.round(x / Math.LN2)
  const rest = smallExpm1(x - power * LN2_HIGH - power * LN2_LOW)
  if (power === 0) return rest
  const one = power > MAX_SMALL_POWER ? 1 : 1 - powerOf2(-power)
  // No double is 2¹⁰²⁴, so it takes two steps.
  return (rest + one) * 2 * powerOf2(power - 1)
}

/** The Taylor series, for at most half of ln 2. */
function smallExpm1(x: number): number {
  let sum = 1
  for (let n = 15; n >= 2; n--) sum = 1 + (sum * x) / n
  return x * sum
}

function powerOf2(exponent: number): number {
  double[0] = 0
  halves[1] = (exponent + BIAS) << 20
  return double[0]
}
