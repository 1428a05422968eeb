import {
  countSkips,
  type SkipReason,
  type Skips,
  addSkips,
} from '../../core/campaign/skip-reasons.ts'
import type { AddressGuard } from '../../standards/address/address-guard.ts'
import type { RobotsCache } from '../robots/robots-cache.ts'
import { isAllowed, type RobotsRules } from '../../standards/robots/robots.ts'
import { originOf, pathOf } from '../../standards/url/url.ts'
import type { FetchAnswer } from '../../core/campaign/fetch/source.ts'

/** Bounds the work for the links of one page; a link left unchecked is checked before its fetch. */
const MAX_STEPS = 200_000

/**
 * Drops links that must not be fetched: private addresses, and what a known robots.txt disallows.
 */
export class AccessFilter {
  readonly skips: Skips = {}
  readonly #guard: AddressGuard
  readonly #robots: RobotsCache
  readonly #now: number
  readonly #work = { steps: 0 }
  /** What is known of origins: most links of a page lead to a few. */
  readonly #origins = new Map<string, Origin>()

  constructor(guard: AddressGuard, robots: RobotsCache, now: number) {
    this.#guard = guard
    this.#robots = robots
    this.#now = now
  }

  accepts(url: string): boolean {
    const reason = this.#whyDrop(url)
    if (reason !== undefined) countSkips(this.skips, reason)
    return reason === undefined
  }

  #whyDrop(url: string): SkipReason | undefined {
    const { guardAllows, rules } = this.#originOf(url)
    if (!guardAllows) return 'address'
    if (this.#work.steps >= MAX_STEPS) return undefined
    // A robots.txt that is unavailable for now is no reason to forget a page.
    if (rules === undefined || rules.unavailable) return undefined
    return isAllowed(rules, pathOf(url), this.#work) ? undefined : 'robots'
  }

  #originOf(url: string): Origin {
    const origin = originOf(url)
    const known = this.#origins.get(origin)
    if (known !== undefined) return known
    const { allowed } = this.#guard.judge(origin)
    const rules = this.#robots.get(origin, this.#now)?.rules
    const found = { guardAllows: allowed, rules }
    this.#origins.set(origin, found)
    return found
  }
}

interface Origin {
  /** Whether the address guard allows it. */
  guardAllows: boolean
  /** Undefined while its robots.txt is not known. */
  rules: RobotsRules | undefined
}

/**
 * Removes the other addresses of an answer that its own may not lead to, by the guard for its URL.
 * Links and listed pages went through the filter as they were read.
 */
export function guardAnswer(answer: FetchAnswer, guard: AddressGuard): FetchAnswer {
  const isAllowedHere = (url: string) => guard.judge(url).allowed
  const ifAllowed = (url: string | undefined) =>
    url !== undefined && isAllowedHere(url) ? url : undefined
  if (answer.kind === 'redirect') return { ...answer, to: ifAllowed(answer.to) }
  if (answer.kind === 'page') {
    const feeds = answer.feeds.filter(isAllowedHere)
    const skips = withRefused(answer.skips, answer.feeds.length - feeds.length)
    return { ...answer, canonical: ifAllowed(answer.canonical), feeds, skips }
  }
  if (answer.kind === 'sitemap') {
    const sitemaps = answer.sitemaps.filter(isAllowedHere)
    const skips = withRefused(answer.skips, answer.sitemaps.length - sitemaps.length)
    return { ...answer, sitemaps, skips }
  }
  return answer satisfies WithoutAddress
}

/** Answers that hold no address; a new kind of answer does not compile until it is placed. */
type WithoutAddress = Extract<
  FetchAnswer,
  {
    kind:
      | 'no_sitemap'
      | 'not_modified'
      | 'failed'
      | 'disallowed'
      | 'side_budget_spent'
      | 'robots_unavailable'
      | 'too_soon'
      | 'refused'
      | 'busy'
  }
>

function withRefused(skips: Skips, refused: number): Skips {
  if (refused === 0) return skips
  const sum: Skips = {}
  addSkips(sum, skips)
  countSkips(sum, 'address', refused)
  return sum
}
