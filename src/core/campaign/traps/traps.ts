import type { Archive } from '../../../lib/archive.ts'
import { TallyTable } from '../../../lib/tally-table.ts'
import type { SkipReason } from '../record/skips.ts'
import { trapSign } from './trap-signs.ts'
import { keysOf, relatedKey } from './url-keys.ts'

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

const CRAWLED = 1
const DUPLICATE = 2

/**
 * Tells links that lead round in circles from those that lead on: by what their URLs are like and
 * by how many like them are known. A part of the fold: `note` and `crawled` are for every record,
 * `skips` asks and changes nothing. Half a megabyte at most.
 */
export class TrapWatch {
  readonly #tallies = new TallyTable()
  readonly #budget: () => number

  /** `budget` is asked for when it is needed: it may be changed. */
  constructor(budget: () => number) {
    this.#budget = budget
  }

  get bytes(): number {
    return this.#tallies.bytes
  }

  /** Why a URL not yet known should stay so. `now` in milliseconds since 1970. */
  skips(url: string, now: number): TrapReason | undefined {
    const sign = trapSign(url, now)
    if (sign !== undefined) return sign
    const keys = keysOf(url)
    const limits = limitsFor(this.#budget())
    if (keys.visit !== undefined && this.#tallies.count(keys.visit) > 0) return 'session'
    if (this.#isFull(keys.page, limits.page)) return 'variants'
    if (this.#isFull(keys.pattern, limits.pattern)) return 'variants'
    if (this.#saysNothingNew(keys.pattern)) return 'variants'
    return this.#isFull(keys.host, limits.host) ? 'host_full' : undefined
  }

  /** A URL has become a node. */
  note(url: string): void {
    const { host, page, pattern, visit } = keysOf(url)
    this.#tallies.add(host)
    if (page !== undefined) this.#tallies.add(page)
    if (pattern !== undefined) this.#tallies.add(pattern)
    if (visit !== undefined) this.#tallies.add(visit)
  }

  /** A page has come, of a URL with this pattern, and said the same as one before, or not. */
  crawled(pattern: number, isDuplicate: boolean): void {
    this.#tallies.add(relatedKey(pattern, CRAWLED))
    if (isDuplicate) this.#tallies.add(relatedKey(pattern, DUPLICATE))
  }

  /** Whether most of the pages like this one said nothing new. */
  givesUp(url: string): boolean {
    return this.#saysNothingNew(keysOf(url).pattern)
  }

  archive(archive: Archive): void {
    this.#tallies.archive(archive)
  }

  #isFull(key: number | undefined, limit: number): boolean {
    return key !== undefined && this.#tallies.count(key) >= limit
  }

  #saysNothingNew(key: number | undefined): boolean {
    if (key === undefined) return false
    const crawled = this.#tallies.count(relatedKey(key, CRAWLED))
    if (crawled < ENOUGH_CRAWLED) return false
    return this.#tallies.count(relatedKey(key, DUPLICATE)) >= DUPLICATE_SHARE * crawled
  }
}

/** The key under which it is counted how much the pages like this one have to say. */
export function patternOf(url: string): number | undefined {
  return keysOf(url).pattern
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
