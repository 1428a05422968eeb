import { countSkips, type SkipReason, type Skips } from '../../core/campaign/skip-reasons.ts'
import type { AddressGuard } from '../../standards/address/address-guard.ts'
import type { RobotsCache } from '../robots/robots-cache.ts'
import { isAllowed } from '../../standards/robots/robots.ts'
import { originOf, pathOf } from '../../standards/url/url.ts'

/** For the links of one page: what is left unchecked is checked when it is visited. */
const MAX_STEPS = 200_000

/** Keeps out what a page links to and nobody may ask for, as far as is known here. */
export class Bar {
  readonly skips: Skips = {}
  readonly #guard: AddressGuard
  readonly #robots: RobotsCache
  readonly #now: number
  /** By which the rules of robots.txt were tried on links. */
  readonly #work = { steps: 0 }

  constructor(guard: AddressGuard, robots: RobotsCache, now: number) {
    this.#guard = guard
    this.#robots = robots
    this.#now = now
  }

  letsIn(url: string): boolean {
    const reason = this.#barredBy(url)
    if (reason !== undefined) countSkips(this.skips, reason)
    return reason === undefined
  }

  #barredBy(url: string): SkipReason | undefined {
    if (!this.#guard.judge(url).allowed) return 'address'
    if (this.#work.steps >= MAX_STEPS) return undefined
    const rules = this.#robots.get(originOf(url), this.#now)?.rules
    // Barred for the time being is no reason to forget a page.
    if (rules === undefined || rules.unavailable) return undefined
    return isAllowed(rules, pathOf(url), this.#work) ? undefined : 'robots'
  }
}
