import type {
  FetchAnswer,
  Failure,
  FetchRequest,
  FetchResult,
} from '../../core/campaign/fetch/source.ts'
import { retryAt } from '../../standards/http/retry-after.ts'
import { fetchPage, type Fetched } from '../fetch.ts'
import type { RobotsCache } from '../robots/robots-cache.ts'
import { formatSignals } from '../../standards/robots/robots-wishes.ts'
import { isAllowed, type RobotsRules } from '../../standards/robots/robots.ts'
import type { LastEnds } from '../site/last-ends.ts'
import type { Pace } from '../site/pace.ts'
import { STAYS_IN_MEMORY_MS } from '../site/site.ts'
import type { RobotsReply } from '../site/sites.ts'
import type { SourceDeps } from '../sources.ts'
import type { Asking, Turn } from '../site/turns.ts'
import { normaliseUrl, originOf, pathOf } from '../../standards/url/url.ts'
import { Bar } from './bar.ts'
import { guardedAnswer } from './guarded-answer.ts'
import { readPage } from './read-page.ts'
import { announcedSitemaps, visitSitemap } from './visit-sitemap.ts'

/** What one campaign remembers of its sites, so that it need not ask them each time. */
export interface Known {
  robots: RobotsCache
  lastEnds: LastEnds
  /** The campaign is gone for good: whatever ends now is told to its site. */
  hasLeft: boolean
}

/** A site that cannot be reached may be moving to another machine: it is back within seconds. */
const SITE_AWAY_MS = 5_000
/** A record and the alarm for the next visit cost what staying awake for this long does (prices.ts). */
const MAX_HOLD_MS = 1_300
/** So short a pause costs next to nothing, and no other host could do much with it. */
const SHORT_HOLD_MS = 250
/** From the end of a request to the news of it. */
const NEWS_MS = 2_000

type Seen = Omit<FetchResult, 'sideRequests'>
type Asked = Omit<Seen, 'crawlDelayMs' | 'contentSignals' | 'sitemaps'>
type Robots = RobotsReply | { kind: 'away' }

/** One node asked for, from its URL to what came of it. */
export class PageVisit {
  sideRequests = 0
  readonly #deps: SourceDeps
  readonly #known: Known
  readonly #request: FetchRequest
  readonly #startedAt: number

  constructor(deps: SourceDeps, known: Known, request: FetchRequest) {
    this.#deps = deps
    this.#known = known
    this.#request = request
    this.#startedAt = deps.now()
  }

  async make(): Promise<Seen> {
    const url = normaliseUrl(this.#request.url)
    if (url === undefined) return this.unasked(failed('unreachable'))
    if (!this.#deps.guard.judge(url).allowed) return this.unasked({ kind: 'refused' })
    const known = await this.#robotsOf(url)
    switch (known.kind) {
      case 'away':
        return this.#tooSoon(SITE_AWAY_MS)
      case 'wait':
        return this.#tooSoon(known.waitMs)
      case 'failed':
        return this.unasked(failed(known.reason))
      case 'no_requests_left':
        return this.unasked({ kind: 'side_budget_spent' })
      case 'rules':
        return this.#visit(url, known.rules, known.requests)
    }
  }

  /** `requests`: those that its robots.txt took just now. */
  async #visit(url: string, rules: RobotsRules, requests: number): Promise<Seen> {
    if (rules.unavailable) return this.unasked({ kind: 'robots_unavailable' })
    const { crawlDelayMs } = rules
    const told = {
      crawlDelayMs,
      contentSignals: formatSignals(rules.wishes),
      sitemaps: announcedSitemaps(rules, originOf(url)),
    }
    if (!isAllowed(rules, pathOf(url))) return { ...this.unasked({ kind: 'disallowed' }), ...told }
    return { ...(await this.#askPaced(url, crawlDelayMs ?? 0, requests)), ...told }
  }

  /** The page itself was not asked for. */
  unasked(answer: FetchAnswer): Seen {
    const requestedAt = this.#startedAt
    const durationMs = this.#deps.now() - requestedAt
    const told = { crawlDelayMs: undefined, contentSignals: undefined, sitemaps: [] }
    return { requestedAt, durationMs, bodyBytes: 0, ...told, answer }
  }

  #tooSoon(waitMs: number): Seen {
    return this.unasked({ kind: 'too_soon', until: this.#deps.now() + waitMs })
  }

  async #askPaced(url: string, crawlDelayMs: number, robotsRequests: number): Promise<Asked> {
    const { hostAskedAt, hostDelayMs, gapMs, isSitemap, maxSideRequests } = this.#request
    if (isSitemap && this.sideRequests >= maxSideRequests) {
      return this.unasked({ kind: 'side_budget_spent' })
    }
    const waitMs = hostAskedAt + crawlDelayMs - this.#deps.now()
    if (hostAskedAt > 0 && waitMs > 0) return this.#tooSoon(waitMs)
    const paceMs = Math.max(hostDelayMs, crawlDelayMs)
    const pauseMs = robotsRequests * Math.max(paceMs, gapMs)
    if (!(await this.#hold(pauseMs))) return this.#tooSoon(pauseMs)
    if (paceMs === 0) return this.#ask(url)
    return this.#askInTurn(url, { owner: this.#request.owner, paceMs, crawlDelayMs })
  }

  /**
   * A pause after robots.txt, if it is worth staying for: no longer than the campaign may send
   * nothing in any case, and no dearer than to come again. Whether it was.
   */
  async #hold(ms: number): Promise<boolean> {
    const freeMs = Math.max(SHORT_HOLD_MS, this.sideRequests * this.#request.gapMs)
    if (ms > Math.min(freeMs, MAX_HOLD_MS)) return false
    if (ms > 0) await this.#deps.wait(ms)
    return true
  }

  /** When the site says so, which all campaigns share; and the site hears when it is over. */
  async #askInTurn(url: string, pace: Pace): Promise<Asked> {
    const { paceMs } = pace
    const turn = await this.#turn(url, pace)
    if (turn.kind === 'wait') return this.#tooSoon(turn.waitMs)
    const heldUntil = this.#deps.now() + this.#leaseMs
    let quietMs = 0
    let nextMs = 0
    let asked: Asked
    try {
      asked = await this.#withNews(url, paceMs, this.#ask(url))
      quietMs = quietUntil(asked.answer) - this.#deps.now()
    } finally {
      const isTold = !turn.alone || quietMs > 0 || this.#known.hasLeft
      const at = this.#deps.now()
      this.#known.lastEnds.set({ url, at, heldUntil: isTold ? 0 : heldUntil })
      if (isTold) nextMs = await this.#done(url, Math.max(0, quietMs))
    }
    // What the pace gives anyway needs no record.
    return { ...asked, nextAt: nextMs > paceMs ? this.#deps.now() + nextMs : undefined }
  }

  async #turn(url: string, pace: Pace): Promise<Turn> {
    const turn = await twice(() => this.#deps.sites(url).turn(this.#asking(url, pace)))
    return turn ?? { kind: 'wait', waitMs: SITE_AWAY_MS }
  }

  #asking(url: string, pace: Pace): Asking {
    const { campaign, hostAskedAt } = this.#request
    const endedAt = Math.max(hostAskedAt, this.#known.lastEnds.get(url))
    return {
      campaign,
      ...pace,
      origin: originOf(url),
      leaseMs: this.#leaseMs,
      endedAgoMs: endedAt === 0 ? undefined : Math.max(0, this.#deps.now() - endedAt),
    }
  }

  get #leaseMs(): number {
    return this.#request.limits.timeoutMs + NEWS_MS
  }

  /** An idle site forgets a request that, with its pace, outlasts it, unless it hears in time. */
  async #withNews(url: string, paceMs: number, asking: Promise<Asked>): Promise<Asked> {
    // Such a site remembers in any case.
    if (paceMs >= STAYS_IN_MEMORY_MS) return asking
    const { campaign } = this.#request
    const tell = () => void twice(() => this.#deps.sites(url).lasts(campaign))
    const news = setTimeout(tell, STAYS_IN_MEMORY_MS - paceMs)
    try {
      return await asking
    } finally {
      clearTimeout(news)
    }
  }

  async #done(url: string, quietMs: number): Promise<number> {
    const { campaign } = this.#request
    const visit = { campaign, origin: originOf(url), quietMs }
    return (await twice(() => this.#deps.sites(url).done(visit))) ?? 0
  }

  async #robotsOf(url: string): Promise<Robots> {
    const { now, sites } = this.#deps
    const origin = originOf(url)
    const kept = this.#known.robots.get(origin, now())
    if (kept) return { kind: 'rules', ...kept, keepMs: kept.until - now(), requests: 0 }
    const { owner, limits, hostAskedAt, hostDelayMs, maxSideRequests } = this.#request
    const pace = { owner, paceMs: hostDelayMs, crawlDelayMs: 0 }
    const isAgain = hostAskedAt > 0
    const own = { timeoutMs: limits.timeoutMs, isAgain, maxRequests: maxSideRequests }
    const ask = () => sites(url).robots({ ...this.#asking(url, pace), ...own })
    const reply = await twice(ask)
    if (reply === undefined) return { kind: 'away' }
    this.sideRequests += reply.requests
    if (reply.requests > 0) this.#known.lastEnds.set({ url, at: now(), heldUntil: 0 })
    if (reply.kind === 'rules') {
      const { rules, bodyBytes, keepMs } = reply
      this.#known.robots.set(origin, { rules, bodyBytes, until: now() + keepMs })
    }
    return reply
  }

  async #ask(url: string): Promise<Asked> {
    const guard = this.#deps.guard.from(url)
    const bar = new Bar(guard, this.#known.robots, this.#deps.now())
    const { isSitemap } = this.#request
    const asked = await (isSitemap ? this.#askForSitemap(url, bar) : this.#askForPage(url, bar))
    return { ...asked, answer: guardedAnswer(asked.answer, guard) }
  }

  async #askForSitemap(url: string, bar: Bar): Promise<Asked> {
    const { robots } = this.#known
    const { timeoutMs } = this.#request.limits
    const requestedAt = this.#deps.now()
    this.sideRequests++
    const answer = await visitSitemap(url, { ...this.#deps, timeoutMs, bar, robots })
    return { requestedAt, durationMs: this.#deps.now() - requestedAt, bodyBytes: 0, answer }
  }

  async #askForPage(url: string, bar: Bar): Promise<Asked> {
    const requestedAt = this.#deps.now()
    const fetched = await fetchPage(url, this.#deps, this.#request.limits)
    const durationMs = this.#deps.now() - requestedAt
    const answer = this.#answer(fetched, url, bar)
    return { requestedAt, durationMs, bodyBytes: bodyBytesOf(fetched), answer }
  }

  #answer(fetched: Fetched, url: string, bar: Bar): FetchAnswer {
    const now = this.#deps.now()
    switch (fetched.kind) {
      case 'redirect':
        return fetched
      case 'busy':
        return { ...fetched, retryAt: retryAt(fetched.retryAfter, now) ?? 0 }
      case 'failed':
        return failed(fetched.reason, fetched.status)
      case 'html':
        try {
          return readPage(fetched, { url, userAgent: this.#deps.userAgent, now, bar })
        } catch {
          // A page that breaks the reader must not break the campaign: it is not HTML to us.
          return failed('not_html', fetched.status)
        }
    }
  }
}

export function failed(reason: Failure, status = 0): FetchAnswer {
  return { kind: 'failed', reason, status }
}

/** Undefined when a call fails twice: a site's trouble is not the page's. */
export async function twice<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch {
    return call().catch(() => undefined)
  }
}

/** Until when the host asks to be left alone; 0 where it does not. */
function quietUntil(answer: FetchAnswer): number {
  return answer.kind === 'busy' || answer.kind === 'no_sitemap' ? answer.retryAt : 0
}

function bodyBytesOf(fetched: Fetched): number {
  switch (fetched.kind) {
    case 'html':
      return fetched.bytes.byteLength
    case 'failed':
      return fetched.bodyBytes
    case 'busy':
    case 'redirect':
      return 0
  }
}
