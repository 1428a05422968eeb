import { fingerprint } from '../../../lib/fingerprint.ts'

/** Bits of a hash: pairs of elements fall into 4,096 features. */
const HASH_BITS = 12

/**
 * A tag path as the hashes of its pairs of neighbouring elements, in ascending order; a pair that
 * occurs twice is there twice. The path's beginning and end are elements too.
 */
export function tagPathFeatures(path: string): number[] {
  const elements = ['^', ...path.split(' '), '$']
  const hashes: number[] = []
  for (let i = 1; i < elements.length; i++) {
    hashes.push(fingerprint(`${elements[i - 1]} ${elements[i]}`).low >>> (32 - HASH_BITS))
  }
  return hashes.toSorted((a, b) => a - b)
}

/** The cosine of two vectors of counts, given as ascending lists of features. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

function dot(a: readonly number[], b: readonly number[]): number {
  let [i, j, sum] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const feature = a[i]!
    if (feature < b[j]!) i++
    else if (feature > b[j]!) j++
    else {
      const [from, start] = [i, j]
      while (a[i] === feature) i++
      while (b[j] === feature) j++
      sum += (i - from) * (j - start)
    }
  }
  return sum
}
