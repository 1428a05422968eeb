/** Words that a sample takes; each has two 16-bit numbers. */
export const WORDS_OF_A_SAMPLE = 6

const UNIT = 2 ** 16

/**
 * A sample of the standard normal distribution from six 32-bit words: the sum of twelve uniform
 * numbers less its mean (Irwin and Hall), which has variance 1 and ends at ±6. Whole numbers are
 * added, so that it is the same on every engine, as no logarithm or cosine is.
 */
export function normalSample(word: (i: number) => number): number {
  let sum = 0
  for (let i = 0; i < WORDS_OF_A_SAMPLE; i++) {
    const bits = word(i)
    sum += (bits >>> 16) + (bits & 0xffff)
  }
  // The middle of each of the twelve.
  return (sum + WORDS_OF_A_SAMPLE) / UNIT - WORDS_OF_A_SAMPLE
}
