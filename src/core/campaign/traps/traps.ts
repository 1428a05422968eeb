import type { Archive } from '../../../lib/archive.ts'
import type { Fingerprint } from '../../../lib/fingerprint.ts'
import { siphash, type SipKey } from '../../../lib/siphash.ts'
import { LossyCounter } from '../../../lib/lossy-counter.ts'
import { splitUrl } from '../../graph/split-url.ts'
import type { SkipReason } from '../skip-reasons.ts'
import { trapSign } from './trap-signs.ts'
import { keysOf, patternsOf } from './url-keys.ts'

type TrapReason = Extract<
  SkipReason,
  'repeated_path' | 'calendar' | 'session' | 'variants' | 'long_url' | 'host_full'
>

/** So many crawled pages of a pattern are enough to judge the rest by. */
const ENOUGH_CRAWLED = 20
/**
 * A pattern is given up when this share of its crawled pages are near-duplicates. Not all of them:
 * some near-duplicates go undetected.
 */
const DUPLICATE_SHARE = 2 / 3

/** So many are enough to ignore the links of one more near-duplicate. */
const ENOUGH_FOR_DOUBT = 5

/**
 * A host's pages are judged by their patterns after its first near-duplicate. Most hosts never have
 * one, so most records hold no pattern.
 */
const SUSPICIOUS_DUPLICATES = 1

/** Keys derived from a pattern's count its crawled pages, and the near-duplicates among them. */
const CRAWLED = 0x9e3779b9
const DUPLICATE = 0x85ebca6b

/**
 * What a slot counts for in a campaign's memory. It stays as it was in the first version: which
 * nodes are shelved when memory runs short must not depend on the version of the program.
 */
const COUNTED_SLOT_BYTES = 8

/** How a page compares with those before it. */
interface Novelty {
  isDuplicate: boolean
  /** Its text is nearly that of another page, under a title of its own. */
  resembles: boolean
}

/**
 * Recognises crawler traps, by what URLs look like and by how many of the kind are known. It is part
 * of the state: `addKnown` and `addCrawled` take in every record, `whySkip` changes nothing. It takes
 * one and a half megabytes at most.
 */
export class TrapDetector {
  readonly #salt: SipKey
  readonly #budget: () => number
  readonly #known = new LossyCounter()
  /** Pages crawled and near-duplicates, by pattern. */
  readonly #crawled = new LossyCounter()

  /** `budget` is a function, since the budget may change. */
  constructor(salt: SipKey, budget: () => number) {
    this.#salt = salt
    this.#budget = budget
  }

  get bytes(): number {
    return COUNTED_SLOT_BYTES * this.#known.slots
  }

  /** Why a link to an unknown URL should be skipped, if it should. */
  whySkip(url: string, now: number): TrapReason | undefined {
    const sign = trapSign(url, now)
    if (sign !== undefined) return sign
    const keys = keysOf(url, this.#salt)
    const limits = limitsFor(this.#budget())
    if (keys.withoutSession !== undefined && this.#known.count(keys.withoutSession) > 0)
      return 'session'
    if (this.#isFull(keys.page, limits.page)) return 'variants'
    if (this.#isFull(keys.pattern, limits.pattern)) return 'variants'
    if (this.#hasMostlyDuplicates(url, keys.host)) return 'variants'
    return this.#isFull(keys.host, limits.host) ? 'host_full' : undefined
  }

  /** Counts a URL that has become a node. */
  addKnown(url: string): void {
    const { host, page, pattern, withoutSession } = keysOf(url, this.#salt)
    this.#known.add(host)
    if (page !== undefined) this.#known.add(page)
    if (pattern !== undefined) this.#known.add(pattern)
    if (withoutSession !== undefined) this.#known.add(withoutSession)
  }

  /** The patterns under which a crawled page is to be counted; none on most hosts. */
  patternsOf(url: string): Fingerprint[] {
    const isSuspicious = this.#duplicates(this.#hostOf(url)) >= SUSPICIOUS_DUPLICATES
    return isSuspicious ? patternsOf(url, this.#salt) : []
  }

  /**
   * Counts a crawled page. Pages whose URLs differ in numbers and whose texts differ in their titles
   * are variants of one another. Under a pattern of shapes a page only counts if its URL differs
   * from those before by more than numbers, and only a true duplicate counts as one: whole sites
   * have the same frame around short texts.
   */
  addCrawled(origin: string, patterns: readonly Fingerprint[], novelty: Novelty): void {
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
   * Counts a page of a version 1 record, whose 32-bit pattern any site could forge. It no longer
   * decides anything, but takes up the memory that it took then.
   */
  addLegacyCrawled(pattern: number, isDuplicate: boolean): void {
    const key = { low: pattern, high: 0 }
    this.#known.add(relatedKey(key, CRAWLED))
    if (isDuplicate) this.#known.add(relatedKey(key, DUPLICATE))
  }

  /** Whether most of the few pages crawled of its pattern so far were near-duplicates. */
  isSuspect(url: string): boolean {
    return this.#hasMostlyDuplicates(url, this.#hostOf(url), ENOUGH_FOR_DOUBT)
  }

  /** Whether its pattern is given up: most of its crawled pages were near-duplicates. */
  isGivenUp(url: string): boolean {
    return this.#hasMostlyDuplicates(url, this.#hostOf(url))
  }

  archive(archive: Archive): void {
    this.#known.archive(archive)
    this.#crawled.archive(archive)
  }

  #isFull(key: Fingerprint | undefined, limit: number): boolean {
    return key !== undefined && this.#known.count(key) >= limit
  }

  #hasMostlyDuplicates(url: string, host: Fingerprint, enough = ENOUGH_CRAWLED): boolean {
    // Few hosts have so many duplicates, and a look at the patterns takes several hashes.
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
 * Limits on known URLs: far more than the budget can fetch, so that the policy has a choice, and no
 * more than part of the memory. They grow with the budget, so that a large campaign may read a
 * large site whole.
 */
function limitsFor(budget: number): { host: number; page: number; pattern: number } {
  return {
    host: Math.max(500_000, 4 * budget),
    // Whole forums and shops are a single page with a parameter.
    page: Math.max(50_000, Math.ceil(budget / 2)),
    pattern: Math.max(100_000, budget),
  }
}
