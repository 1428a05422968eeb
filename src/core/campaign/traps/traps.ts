import type { Archive } from '../../../lib/archive.ts'
import type { Fingerprint } from '../../../lib/fingerprint.ts'
import { siphash, type SipKey } from '../../../lib/siphash.ts'
import { TallyTable } from '../../../lib/tally-table.ts'
import { splitUrl } from '../../graph/address.ts'
import type { SkipReason } from '../skip-reasons.ts'
import { trapSign } from './trap-signs.ts'
import { keysOf, patternsOf } from './url-keys.ts'

type TrapReason = Extract<
  SkipReason,
  'repeated_path' | 'calendar' | 'session' | 'variants' | 'long_url' | 'host_full'
>

/** Enough crawled pages of one pattern to judge the rest by. */
const ENOUGH_CRAWLED = 20
/**
 * Of those, the share that says nothing new in a pattern that is given up. Not all of them: what
 * is nearly the same is not always seen to be.
 */
const DUPLICATE_SHARE = 2 / 3

/** Enough of them not to follow the links of another that says nothing new. */
const ENOUGH_FOR_DOUBT = 5

/**
 * Pages of a host are judged by their patterns once one of them said nothing new. Most hosts have
 * none, so that most records hold no pattern.
 */
const SUSPICIOUS_DUPLICATES = 1

/** Under other keys of the same pattern: how many pages came, and how many of them were duplicates. */
const CRAWLED = 0x9e3779b9
const DUPLICATE = 0x85ebca6b

/**
 * What a slot counts for in the memory of a campaign: as much as it had when records were first
 * folded, for what is shelved for want of memory must not depend on the version of the program.
 */
const COUNTED_SLOT_BYTES = 8

/** How much a page had to say, beside those before it. */
interface Novelty {
  isDuplicate: boolean
  /** Nearly the text of another, under a title of its own. */
  resembles: boolean
}

/**
 * Tells links that lead round in circles from those that lead on: by what their URLs are like and
 * by how many like them are known. A part of the fold: `note` and `crawled` are for every record,
 * `skips` asks and changes nothing. One and a half megabytes at most.
 */
export class TrapWatch {
  readonly #salt: SipKey
  readonly #budget: () => number
  readonly #known = new TallyTable()
  /** By pattern: pages crawled, and those of them that said nothing new. */
  readonly #crawled = new TallyTable()

  /** `budget` is asked for when it is needed: it may be changed. */
  constructor(salt: SipKey, budget: () => number) {
    this.#salt = salt
    this.#budget = budget
  }

  get bytes(): number {
    return COUNTED_SLOT_BYTES * this.#known.slots
  }

  /** Why a URL not yet known should stay so. `now` in milliseconds since 1970. */
  skips(url: string, now: number): TrapReason | undefined {
    const sign = trapSign(url, now)
    if (sign !== undefined) return sign
    const keys = keysOf(url, this.#salt)
    const limits = limitsFor(this.#budget())
    if (keys.visit !== undefined && this.#known.count(keys.visit) > 0) return 'session'
    if (this.#isFull(keys.page, limits.page)) return 'variants'
    if (this.#isFull(keys.pattern, limits.pattern)) return 'variants'
    if (this.#saysNothingNew(url, keys.host)) return 'variants'
    return this.#isFull(keys.host, limits.host) ? 'host_full' : undefined
  }

  /** A URL has become a node. */
  note(url: string): void {
    const { host, page, pattern, visit } = keysOf(url, this.#salt)
    this.#known.add(host)
    if (page !== undefined) this.#known.add(page)
    if (pattern !== undefined) this.#known.add(pattern)
    if (visit !== undefined) this.#known.add(visit)
  }

  /** The keys under which it is to be counted how much a page that came had to say. */
  patternsOf(url: string): Fingerprint[] {
    const isSuspicious = this.#duplicates(this.#hostOf(url)) >= SUSPICIOUS_DUPLICATES
    return isSuspicious ? patternsOf(url, this.#salt) : []
  }

  /**
   * A page has come from a host, of a URL with these patterns. Pages whose URLs differ in numbers
   * and whose texts differ in their titles are variants of one another. For the shapes of its
   * segments a page counts only if its URL differs from those before by more than numbers, and as a
   * duplicate only if it is one: whole sites have the same frame around short texts.
   */
  crawled(origin: string, patterns: readonly Fingerprint[], novelty: Novelty): void {
    const [numbers, ...shapes] = patterns
    const isVariant = novelty.isDuplicate || novelty.resembles
    if (isVariant) this.#crawled.add(relatedKey(siphash(origin, this.#salt), DUPLICATE))
    if (numbers === undefined) return
    const isFirst = this.#crawled.count(relatedKey(numbers, CRAWLED)) === 0
    this.#count(numbers, isVariant)
    if (isFirst) for (const shape of shapes) this.#count(shape, novelty.isDuplicate)
  }

  #count(pattern: Fingerprint, isVariant: boolean): void {
    this.#crawled.add(relatedKey(pattern, CRAWLED))
    if (isVariant) this.#crawled.add(relatedKey(pattern, DUPLICATE))
  }

  #hostOf(url: string): Fingerprint {
    return siphash(splitUrl(url).origin, this.#salt)
  }

  /**
   * The same, of a record that knew patterns by 32 bits which any site could make. It decides
   * nothing any more, but takes the room that it took.
   */
  crawledBefore(pattern: number, isDuplicate: boolean): void {
    const key = { low: pattern, high: 0 }
    this.#known.add(relatedKey(key, CRAWLED))
    if (isDuplicate) this.#known.add(relatedKey(key, DUPLICATE))
  }

  /** Whether most of the few pages of a pattern that came so far said nothing new. */
  isSuspect(url: string): boolean {
    return this.#saysNothingNew(url, this.#hostOf(url), ENOUGH_FOR_DOUBT)
  }

  /** Whether most of the pages like this one said nothing new. */
  givesUp(url: string): boolean {
    return this.#saysNothingNew(url, this.#hostOf(url))
  }

  archive(archive: Archive): void {
    this.#known.archive(archive)
    this.#crawled.archive(archive)
  }

  #isFull(key: Fingerprint | undefined, limit: number): boolean {
    return key !== undefined && this.#known.count(key) >= limit
  }

  #saysNothingNew(url: string, host: Fingerprint, enough = ENOUGH_CRAWLED): boolean {
    // Few hosts have so many duplicates, and to judge by patterns takes several hashes.
    if (this.#duplicates(host) < DUPLICATE_SHARE * enough) return false
    return patternsOf(url, this.#salt).some((pattern) => {
      const crawled = this.#crawled.count(relatedKey(pattern, CRAWLED))
      return crawled >= enough && this.#duplicates(pattern) >= DUPLICATE_SHARE * crawled
    })
  }

  #duplicates(key: Fingerprint): number {
    return this.#crawled.count(relatedKey(key, DUPLICATE))
  }
}

function relatedKey({ low, high }: Fingerprint, what: number): Fingerprint {
  return { low: (low ^ what) >>> 0, high }
}

/**
 * Far more than the budget can fetch, so that the policy has a choice, and no more than a part of
 * what the memory holds. They grow with the budget: a large campaign may read a large site whole.
 */
function limitsFor(budget: number): { host: number; page: number; pattern: number } {
  return {
    host: Math.max(500_000, 4 * budget),
    // Whole forums and shops are one page with a parameter.
    page: Math.max(50_000, Math.ceil(budget / 2)),
    pattern: Math.max(100_000, budget),
  }
}
