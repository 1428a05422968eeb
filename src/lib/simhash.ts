import { popcount } from './popcount.ts'
import { fingerprint, type Fingerprint } from './fingerprint.ts'

/**
 * Words in a row that are one feature of a text. Three words of 1,000 may change, or one of 300,
 * and four texts in five stay within three bits; where a tenth changes, none does. With single
 * words half of those would be called the same; with three in a row, few that are.
 */
const WORDS_A_FEATURE = 2
/** A text with fewer words is known by too little to be called the same as another. */
const MIN_WORDS = 16
/** The work for a text is bounded: what comes after hardly moves its fingerprint. */
const MAX_WORDS = 20_000

/**
 * A fingerprint that is nearly the same for texts that are (Charikar, 2002): each feature votes on
 * each of the 64 bits, once however often it occurs, or a page of a hundred links that read the
 * same would be the same as any other such page. Undefined for a text that is too short to tell.
 */
export function simhash(words: Iterable<string>): Fingerprint | undefined {
  const votes = new Int32Array(64)
  const voted = new Set<number>()
  const last: Fingerprint[] = []
  let count = 0
  for (const word of words) {
    if (count === MAX_WORDS) break
    last[count % WORDS_A_FEATURE] = fingerprint(word)
    count += 1
    if (count < WORDS_A_FEATURE) continue
    const feature = featureOf(last, count)
    if (voted.has(feature.low)) continue
    voted.add(feature.low)
    vote(votes, feature)
  }
  if (count < MIN_WORDS) return undefined
  return { low: majority(votes, 0), high: majority(votes, 32) }
}

/** The bits in which two fingerprints differ. */
export function hammingDistance(a: Fingerprint, b: Fingerprint): number {
  return popcount(a.low ^ b.low) + popcount(a.high ^ b.high)
}

/** `last` is a ring, of which the word after the newest is the oldest. */
function featureOf(last: readonly Fingerprint[], count: number): Fingerprint {
  let low = 0
  let high = 0
  for (let i = 0; i < WORDS_A_FEATURE; i++) {
    const word = last[(count + i) % WORDS_A_FEATURE]!
    low = stir(low ^ word.low)
    high = stir(high ^ word.high)
  }
  return { low, high }
}

function vote(votes: Int32Array, { low, high }: Fingerprint): void {
  for (let bit = 0; bit < 32; bit++) {
    votes[bit]! += ((low >>> bit) & 1) * 2 - 1
    votes[bit + 32]! += ((high >>> bit) & 1) * 2 - 1
  }
}

function stir(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) ^ (mixed >>> 15)
}

function majority(votes: Int32Array, from: number): number {
  let bits = 0
  for (let bit = 0; bit < 32; bit++) if (votes[from + bit]! > 0) bits |= 1 << bit
  return bits >>> 0
}
