import type { FetchAnswer, FetchRequest, FetchResult } from '../../core/campaign/fetch/source.ts'
import type { Failure } from '../../core/campaign/outcomes.ts'
import { retryAt } from '../../standards/http/fields.ts'
import { getPage, type PageResponse } from './get-page.ts'
import { formatSignals } from '../../standards/robots/robots-wishes.ts'
import { isAllowed, type RobotsRules } from '../../standards/robots/robots.ts'
import type { SiteMemory } from './site-memory.ts'
import type { SitePace } from '../site/bookings.ts'
import { STAYS_IN_MEMORY_MS, type RobotsReply } from '../site/site.ts'
import type { SourceDeps } from '../crawl-source.ts'
import type { LeaseGrant, LeaseRequest } from '../site/site-lease.ts'
import { normaliseUrl, originOf, pathOf } from '../../standards/url/url.ts'
import { guardAnswer, AccessFilter } from './access-filter.ts'
import { readPage } from './read-page.ts'
import { announcedSitemaps, fetchSitemap } from './fetch-sitemap.ts'

/**
 * A shared site that does not answer may be moving to another machine: it is back within seconds.
 */
const SITE_AWAY_MS = 5_000
/**
 * A record and an alarm for the next fetch cost as much as staying awake for this long (prices.ts).
 */
const MAX_HOLD_MS = 1_300
/** A pause this short costs next to nothing, and is too short for a fetch elsewhere. */
const SHORT_HOLD_MS = 250
/** Time to release a lease after the end of its request. */
const RELEASE_MS = 2_000

type SiteResult = Omit<FetchResult, 'sideRequests'>
type PageResult = Omit<SiteResult, 'crawlDelayMs' | 'contentSignals' | 'sitemaps'>
type Robots = RobotsReply | { kind: 'away' }

/** The fetch of one node: robots.txt, the site's lease, the request and what it returned. */
export class PageFetch {
  sideRequests = 0
  readonly #deps: SourceDeps
  readonly #memory: SiteMemory
  readonly #request: FetchRequest
  readonly #startedAt: number

  constructor(deps: SourceDeps, memory: SiteMemory, request: FetchRequest) {
    this.#deps = deps
    this.#memory = memory
    this.#request = request
    this.#startedAt = deps.now()
  }

  async run(): Promise<SiteResult> {
    const url = normaliseUrl(this.#request.url)
    if (url === undefined) return this.skip(failed('unreachable'))
    if (!this.#deps.guard.judge(url).allowed) return this.skip({ kind: 'refused' })
    const robots = await this.#robotsOf(url)
    switch (robots.kind) {
      case 'away':
        return this.#tooSoon(SITE_AWAY_MS)
      case 'wait':
        return this.#tooSoon(robots.waitMs)
      case 'failed':
        return this.skip(failed(robots.reason))
      case 'no_requests_left':
        return this.skip({ kind: 'side_budget_spent' })
      case 'rules':
        return this.#fetchAllowed(url, robots.rules, robots.requests)
    }
  }

  /** `robotsRequests`: how many were just sent for robots.txt. */
  async #fetchAllowed(
    url: string,
    rules: RobotsRules,
    robotsRequests: number,
  ): Promise<SiteResult> {
    if (rules.unavailable) return this.skip({ kind: 'robots_unavailable' })
    const { crawlDelayMs } = rules
    const facts = {
      crawlDelayMs,
      contentSignals: formatSignals(rules.wishes),
      sitemaps: announcedSitemaps(rules, originOf(url)),
    }
    if (!isAllowed(rules, pathOf(url))) return { ...this.skip({ kind: 'disallowed' }), ...facts }
    return { ...(await this.#fetchPaced(url, crawlDelayMs ?? 0, robotsRequests)), ...facts }
  }

  /** A skipped fetch: no request was sent for the page itself. */
  skip(answer: FetchAnswer): SiteResult {
    const requestedAt = this.#startedAt
    const durationMs = this.#deps.now() - requestedAt
    const facts = { crawlDelayMs: undefined, contentSignals: undefined, sitemaps: [] }
    return { requestedAt, durationMs, bodyBytes: 0, ...facts, answer }
  }

  #tooSoon(waitMs: number): SiteResult {
    return this.skip({ kind: 'too_soon', until: this.#deps.now() + waitMs })
  }

  async #fetchPaced(
    url: string,
    crawlDelayMs: number,
    robotsRequests: number,
  ): Promise<PageResult> {
    const { hostAskedAt, hostDelayMs, gate, isSitemap, maxSideRequests } = this.#request
    if (isSitemap && this.sideRequests >= maxSideRequests) {
      return this.skip({ kind: 'side_budget_spent' })
    }
    const waitMs = hostAskedAt + crawlDelayMs - this.#deps.now()
    if (hostAskedAt > 0 && waitMs > 0) return this.#tooSoon(waitMs)
    const paceMs = Math.max(hostDelayMs, crawlDelayMs)
    const pauseMs = robotsRequests * Math.max(paceMs, gate.gapMs)
    if (!(await this.#hold(pauseMs))) return this.#tooSoon(pauseMs)
    if (paceMs === 0) return this.#send(url)
    return this.#sendLeased(url, { owner: this.#request.owner, paceMs, crawlDelayMs })
  }

  /**
   * Waits after robots.txt if that is worth it: no longer than the campaign may send nothing anyway,
   * and no dearer than another tick. Returns whether it waited.
   */
  async #hold(ms: number): Promise<boolean> {
    const freeMs = Math.max(SHORT_HOLD_MS, this.sideRequests * this.#request.gate.gapMs)
    if (ms > Math.min(freeMs, MAX_HOLD_MS)) return false
    if (ms > 0) await this.#deps.wait(ms)
    return true
  }

  /**
   * Waits for the campaign's next moment, if it comes soon enough. Returns it, or undefined when it
   * does not come soon: then it is not taken.
   */
  async #nextMoment(): Promise<number | undefined> {
    const { gate } = this.#request
    const now = this.#deps.now()
    const at = gate.take(now)
    if (at - now > MAX_HOLD_MS) {
      gate.giveBack(at)
      return undefined
    }
    if (at > now) await this.#deps.wait(at - now)
    return at
  }

  /** Sends the request under the lease of the site, which all campaigns share. */
  async #sendLeased(url: string, pace: SitePace): Promise<PageResult> {
    const { paceMs } = pace
    const grant = await this.#acquire(url, pace)
    if (grant.kind === 'wait') return this.#tooSoon(grant.waitMs)
    const expiresAt = this.#deps.now() + this.#leaseMs
    let quietMs = 0
    let nextMs = 0
    let result: PageResult
    try {
      result = await this.#renewing(url, paceMs, this.#send(url))
      quietMs = quietUntil(result.answer) - this.#deps.now()
    } finally {
      const isReleased = !grant.uncontended || quietMs > 0 || this.#memory.hasLeft
      const endedAt = this.#deps.now()
      this.#memory.lastRequests.set({ url, endedAt, leasedUntil: isReleased ? 0 : expiresAt })
      if (isReleased) nextMs = await this.#release(url, Math.max(0, quietMs))
    }
    // A moment that follows from the pace anyway needs no record.
    return { ...result, nextAt: nextMs > paceMs ? this.#deps.now() + nextMs : undefined }
  }

  async #acquire(url: string, pace: SitePace): Promise<LeaseGrant> {
    const acquire = () => this.#deps.sites(url).acquire(this.#leaseRequest(url, pace))
    return (await tryTwice(acquire)) ?? { kind: 'wait', waitMs: SITE_AWAY_MS }
  }

  #leaseRequest(url: string, pace: SitePace): LeaseRequest {
    const { campaign, hostAskedAt } = this.#request
    const endedAt = Math.max(hostAskedAt, this.#memory.lastRequests.endedAt(url))
    return {
      campaign,
      ...pace,
      origin: originOf(url),
      leaseMs: this.#leaseMs,
      endedAgoMs: endedAt === 0 ? undefined : Math.max(0, this.#deps.now() - endedAt),
    }
  }

  get #leaseMs(): number {
    return this.#request.limits.timeoutMs + RELEASE_MS
  }

  /** Renews the lease of a long request: otherwise an idle site would forget it. */
  async #renewing(url: string, paceMs: number, sending: Promise<PageResult>): Promise<PageResult> {
    // Such a lease is stored from the beginning.
    if (paceMs >= STAYS_IN_MEMORY_MS) return sending
    const { campaign } = this.#request
    const renew = () => void tryTwice(() => this.#deps.sites(url).renew(campaign))
    const timer = setTimeout(renew, STAYS_IN_MEMORY_MS - paceMs)
    try {
      return await sending
    } finally {
      clearTimeout(timer)
    }
  }

  async #release(url: string, quietMs: number): Promise<number> {
    const { campaign } = this.#request
    const release = { campaign, origin: originOf(url), quietMs }
    return (await tryTwice(() => this.#deps.sites(url).release(release))) ?? 0
  }

  async #robotsOf(url: string): Promise<Robots> {
    const { now, sites } = this.#deps
    const origin = originOf(url)
    const kept = this.#memory.robots.get(origin, now())
    if (kept) return { kind: 'rules', ...kept, keepMs: kept.until - now(), requests: 0 }
    const { owner, limits, hostAskedAt, hostDelayMs, maxSideRequests } = this.#request
    const pace = { owner, paceMs: hostDelayMs, crawlDelayMs: 0 }
    const isAgain = hostAskedAt > 0
    const robotsLimits = { timeoutMs: limits.timeoutMs, isAgain, maxRequests: maxSideRequests }
    const moment = await this.#nextMoment()
    if (moment === undefined) return { kind: 'wait', waitMs: MAX_HOLD_MS, requests: 0 }
    const reply = await tryTwice(() =>
      sites(url).robots({ ...this.#leaseRequest(url, pace), ...robotsLimits }),
    )
    if (reply === undefined) return { kind: 'away' }
    if (reply.requests === 0) this.#request.gate.giveBack(moment)
    else this.#request.gate.add(reply.requests - 1)
    this.sideRequests += reply.requests
    if (reply.requests > 0) {
      this.#memory.lastRequests.set({ url, endedAt: now(), leasedUntil: 0 })
    }
    if (reply.kind === 'rules') {
      const { rules, bodyBytes, keepMs } = reply
      this.#memory.robots.set(origin, { rules, bodyBytes, until: now() + keepMs })
    }
    return reply
  }

  async #send(url: string): Promise<PageResult> {
    if ((await this.#nextMoment()) === undefined) return this.#tooSoon(MAX_HOLD_MS)
    const guard = this.#deps.guard.from(url)
    const filter = new AccessFilter(guard, this.#memory.robots, this.#deps.now())
    const { isSitemap } = this.#request
    const result = await (isSitemap
      ? this.#sendForSitemap(url, filter)
      : this.#sendForPage(url, filter))
    return { ...result, answer: guardAnswer(result.answer, guard) }
  }

  async #sendForSitemap(url: string, accessFilter: AccessFilter): Promise<PageResult> {
    const { robots } = this.#memory
    const { timeoutMs } = this.#request.limits
    const requestedAt = this.#deps.now()
    this.sideRequests++
    const answer = await fetchSitemap(url, { ...this.#deps, timeoutMs, accessFilter, robots })
    return { requestedAt, durationMs: this.#deps.now() - requestedAt, bodyBytes: 0, answer }
  }

  async #sendForPage(url: string, accessFilter: AccessFilter): Promise<PageResult> {
    const requestedAt = this.#deps.now()
    const response = await getPage(url, this.#deps, this.#request.limits)
    const durationMs = this.#deps.now() - requestedAt
    const answer = this.#toAnswer(response, url, accessFilter)
    return { requestedAt, durationMs, bodyBytes: bodyBytesOf(response), answer }
  }

  #toAnswer(response: PageResponse, url: string, accessFilter: AccessFilter): FetchAnswer {
    const now = this.#deps.now()
    switch (response.kind) {
      case 'redirect':
        return response
      case 'busy':
        return { ...response, retryAt: retryAt(response.retryAfter, now) ?? 0 }
      case 'failed':
        return failed(response.reason, response.status)
      case 'html':
        try {
          const { userAgent } = this.#deps
          const { withTagPaths = false } = this.#request
          return readPage(response, { url, userAgent, now, accessFilter, withTagPaths })
        } catch {
          // A page that breaks the reader must not break the campaign: it counts as no HTML.
          return failed('not_html', response.status)
        }
    }
  }
}

export function failed(reason: Failure, status = 0): FetchAnswer {
  return { kind: 'failed', reason, status }
}

/** Undefined when a call fails twice: trouble with the shared site is not the page's failure. */
export async function tryTwice<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch {
    return call().catch(() => undefined)
  }
}

/** The end of a pause that the host asks for; 0 without one. */
function quietUntil(answer: FetchAnswer): number {
  return answer.kind === 'busy' || answer.kind === 'no_sitemap' ? answer.retryAt : 0
}

function bodyBytesOf(response: PageResponse): number {
  switch (response.kind) {
    case 'html':
      return response.bytes.byteLength
    case 'failed':
      return response.bodyBytes
    case 'busy':
    case 'redirect':
      return 0
  }
}
