import { countSkips, type SkipReason, type Skips } from '../core/campaign/skips.ts'
import type {
  Answer,
  Failure,
  Limits,
  PageRequest,
  Source,
  Visit,
} from '../core/campaign/source.ts'
import type { AddressGuard } from './address/address-guard.ts'
import { decodeBody } from './charset/charset.ts'
import { believable } from './page/canonical.ts'
import { fetchPage, type Fetched } from './fetch.ts'
import type { Client, Http } from './http.ts'
import { parsePage, type ParsedPage } from './page/parse.ts'
import { retryAt } from './cache/retry-after.ts'
import { sitemapUrls } from './sitemap/announced.ts'
import { fetchListing } from './sitemap/fetch-listing.ts'
import { RobotsCache } from './robots/robots-cache.ts'
import { fetchRobots, type RobotsAnswer } from './robots/robots-fetch.ts'
import { robotsTags } from './robots/robots-tags.ts'
import { DISALLOW_ALL, isAllowed, type RobotsRules } from './robots/robots.ts'
import { normaliseUrl, originOf, pathOf } from './url/url.ts'

export interface WebDeps extends Client {
  now: () => number
  guard: AddressGuard
}

/** Rules tried on the links of one page: what is left unchecked is checked when it is visited. */
const MAX_LINK_CHECKS = 200_000

/** The web as a source: pages, hyperlinks, and robots.txt obeyed for both. */
export function webSource(deps: WebDeps): Source {
  const robots = new RobotsCache()
  return {
    async visit({ url, limits, isListing, hostAskedAt }) {
      const counted = countingRequests(deps)
      const visit = new PageVisit(counted.deps, robots, { limits, isListing })
      // The port's promise, kept even for a response that is none: a tick must come to an end.
      const seen = await visit
        .to(url, hostAskedAt)
        .catch(() => visit.unasked(failed('unreachable')))
      return { ...seen, sideRequests: isListing ? counted.requests() : counted.requestsBeside(url) }
    },
  }
}

type Html = Extract<Fetched, { kind: 'html' }>
type Seen = Omit<Visit, 'sideRequests'>
type Asked = Omit<Seen, 'crawlDelayMs' | 'sitemaps'>
type Robots = { kind: 'rules'; rules: RobotsRules } | Extract<RobotsAnswer, { kind: 'failed' }>

/** One node asked for, from its URL to what came of it. */
class PageVisit {
  readonly #deps: WebDeps
  readonly #robots: RobotsCache
  readonly #limits: Limits
  readonly #isListing: boolean
  readonly #startedAt: number

  constructor(
    deps: WebDeps,
    robots: RobotsCache,
    request: Pick<PageRequest, 'limits' | 'isListing'>,
  ) {
    this.#deps = deps
    this.#robots = robots
    this.#limits = request.limits
    this.#isListing = request.isListing
    this.#startedAt = deps.now()
  }

  async to(text: string, hostAskedAt: number): Promise<Seen> {
    const url = normaliseUrl(text)
    if (url === undefined) return this.unasked(failed('unreachable'))
    if (!this.#deps.guard.judge(url).allowed) return this.unasked({ kind: 'refused' })
    const known = await this.#robotsOf(originOf(url))
    if (known.kind === 'failed') return this.unasked(failed(known.reason))
    const { rules } = known
    // RFC 9309 §2.3.1.4: while robots.txt cannot be had, nothing may be asked for.
    if (rules === DISALLOW_ALL) return this.unasked({ kind: 'robots_unavailable' })
    const { crawlDelayMs } = rules
    const told = { crawlDelayMs, sitemaps: announced(rules, originOf(url)) }
    if (!isAllowed(rules, pathOf(url))) return { ...this.unasked({ kind: 'disallowed' }), ...told }
    const until = hostAskedAt + (crawlDelayMs ?? 0)
    if (hostAskedAt > 0 && this.#deps.now() < until) {
      return { ...this.unasked({ kind: 'too_soon', until }), ...told }
    }
    return { ...(await (this.#isListing ? this.#askListing(url) : this.#ask(url))), ...told }
  }

  /** The page itself was not asked for. */
  unasked(answer: Answer): Seen {
    const requestedAt = this.#startedAt
    const durationMs = this.#deps.now() - requestedAt
    return { requestedAt, durationMs, bodyBytes: 0, crawlDelayMs: undefined, sitemaps: [], answer }
  }

  async #ask(url: string): Promise<Asked> {
    const requestedAt = this.#deps.now()
    const fetched = await fetchPage(url, this.#deps, this.#limits)
    const durationMs = this.#deps.now() - requestedAt
    const answer = this.#answer(fetched, url)
    return { requestedAt, durationMs, bodyBytes: bodyBytesOf(fetched), answer }
  }

  async #askListing(url: string): Promise<Asked> {
    const requestedAt = this.#deps.now()
    const isAnnouncedBy = (host: string) => this.#namesSitemap(host, url)
    const fetched = await fetchListing(url, this.#deps, this.#limits.timeoutMs, isAnnouncedBy)
    const durationMs = this.#deps.now() - requestedAt
    const { status } = fetched
    if (fetched.kind === 'none') {
      const at = retryAt(fetched.retryAfter, this.#deps.now()) ?? 0
      return {
        requestedAt,
        durationMs,
        bodyBytes: 0,
        answer: { kind: 'no_listing', status, retryAt: at },
      }
    }
    const skips: Skips = {}
    const barredBy = this.#bar()
    const pages = fetched.pages.filter((page) => !counts(skips, barredBy(page)))
    const answer: Answer = { kind: 'listing', status, pages, listings: fetched.listings, skips }
    return { requestedAt, durationMs, bodyBytes: 0, answer }
  }

  /** As far as its robots.txt is known here. */
  #namesSitemap(host: string, sitemap: string): boolean {
    return ['https', 'http'].some((scheme) => {
      const origin = `${scheme}://${host}`
      const rules = this.#robots.get(origin, this.#deps.now())
      return rules !== undefined && announced(rules, origin).includes(sitemap)
    })
  }

  async #robotsOf(origin: string): Promise<Robots> {
    const rules = this.#robots.get(origin, this.#deps.now())
    if (rules !== undefined) return { kind: 'rules', rules }
    const answer = await fetchRobots(origin, this.#deps, this.#limits.timeoutMs)
    if (answer.kind === 'rules') {
      const until = this.#deps.now() + answer.keepMs
      this.#robots.set(origin, answer.rules, until, answer.bodyBytes)
    }
    return answer
  }

  #answer(fetched: Fetched, url: string): Answer {
    switch (fetched.kind) {
      case 'redirect':
        return { ...fetched, to: this.#guarded(fetched.to) }
      case 'busy':
        return {
          kind: 'busy',
          status: fetched.status,
          retryAt: retryAt(fetched.retryAfter, this.#deps.now()) ?? 0,
        }
      case 'failed':
        return failed(fetched.reason, fetched.status)
      case 'html':
        return this.#read(fetched, url)
    }
  }

  /** A page that breaks the reader must not break the campaign: it came, and is not HTML to us. */
  #read(fetched: Html, url: string): Answer {
    try {
      return this.#page(fetched, url)
    } catch {
      return failed('not_html', fetched.status)
    }
  }

  /** A redirect into a private network leads nowhere. */
  #guarded(target: string | undefined): string | undefined {
    return target !== undefined && this.#deps.guard.judge(target).allowed ? target : undefined
  }

  #page({ status, headers, bytes }: Html, url: string): Answer {
    const page = parsePage(decodeBody(bytes, headers.get('content-type')), url)
    const onward = sentOnTo(page, url)
    if (onward !== undefined) return { kind: 'redirect', status, to: this.#guarded(onward) }
    const tagLines = headers.get('x-robots-tag')
    const { userAgent, now } = this.#deps
    const tags = robotsTags(tagLines === null ? [] : [tagLines], page.metas, userAgent, now())
    const skips: Skips = {}
    if (tags.nofollow) countSkips(skips, 'nofollow', page.links.length)
    const barredBy = this.#bar()
    const links = tags.nofollow
      ? []
      : page.links.filter((link) => !counts(skips, barredBy(link.url)))
    const { title, text, language, feeds } = page
    const { noindex } = tags
    const canonical = believable(page.canonical, url)
    return { kind: 'page', status, title, text, links, skips, language, noindex, canonical, feeds }
  }

  /** Why a URL is not to be asked for, as far as is known here. */
  #bar(): (url: string) => SkipReason | undefined {
    let checks = 0
    return (url) => {
      if (!this.#deps.guard.judge(url).allowed) return 'address'
      if (checks >= MAX_LINK_CHECKS) return undefined
      const rules = this.#robots.get(originOf(url), this.#deps.now())
      checks += rules?.rules.length ?? 0
      // Barred for the time being is no reason to forget a page.
      if (rules === undefined || rules === DISALLOW_ALL) return undefined
      return isAllowed(rules, pathOf(url)) ? undefined : 'robots'
    }
  }
}

/** Where most sites have their sitemap that do not say where. */
const USUAL_SITEMAP = '/sitemap.xml'
/** A site that has more has an index of them as well. */
const MOST_SITEMAPS = 20

function announced({ sitemaps }: RobotsRules, origin: string): string[] {
  const named = sitemaps.length === 0 ? [USUAL_SITEMAP] : sitemaps.slice(0, MOST_SITEMAPS)
  return sitemapUrls(named, `${origin}/robots.txt`)
}

function counts(skips: Skips, reason: SkipReason | undefined): boolean {
  if (reason !== undefined) countSkips(skips, reason)
  return reason !== undefined
}

/** What sends its reader on before he could read more, if there is no more. */
const SHORT_CHARACTERS = 500

/**
 * Where a page leads that is a redirect in all but name. One that has something to say is read: it
 * may send on only those without scripts.
 */
function sentOnTo({ refresh, text }: ParsedPage, url: string): string | undefined {
  const isRedirect = refresh?.seconds === 0 && refresh.url !== url && text.length < SHORT_CHARACTERS
  return isRedirect ? refresh.url : undefined
}

function countingRequests({ http, guard, ...deps }: WebDeps) {
  const requests: string[] = []
  const counting: Http = (url, init) => {
    // The last net: whatever led here, robots.txt and its redirects included.
    if (!guard.judge(url).allowed) return Promise.reject(new TypeError('a private address'))
    requests.push(url)
    return http(url, init)
  }
  return {
    deps: { ...deps, guard, http: counting },
    requests: () => requests.length,
    requestsBeside: (page: string) => requests.filter((url) => url !== page).length,
  }
}

function failed(reason: Failure, status = 0): Answer {
  return { kind: 'failed', reason, status }
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
