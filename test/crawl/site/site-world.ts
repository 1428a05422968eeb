import { RequestGate } from '../../../src/core/campaign/fetch/request-gate.ts'
import { inflate } from '../../../src/runtime/inflate.ts'
import { addressGuard } from '../../../src/standards/address/address-guard.ts'
import type { Http } from '../../../src/crawl/http.ts'
import type { CachedRobots } from '../../../src/crawl/robots/robots-cache.ts'
import { localSites, type Sites } from '../../../src/crawl/site/sites.ts'
import type { RobotsRequest, SiteDeps } from '../../../src/crawl/site/site.ts'
import type { HeldLease } from '../../../src/crawl/site/site-lease.ts'
import { webSource } from '../../../src/crawl/web/web-source.ts'

export const DAY_MS = 24 * 3_600_000
export const ORIGIN = 'https://a.test'

/** A site's surroundings, with a clock that is set by hand. */
export class World {
  clock = DAY_MS
  saved: { quietUntil?: number; lease?: HeldLease } = {}
  readonly robots = new Map<string, CachedRobots>()
  readonly asked: { url: string; headers: Record<string, string> }[] = []
  readonly waited: number[] = []
  answer: (url: string) => Response = () => new Response('user-agent: *\ndisallow: /no')

  readonly deps: SiteDeps = {
    now: () => this.clock,
    wait: async (ms) => {
      this.waited.push(ms)
      this.clock += ms
    },
    userAgent: 'Dowser/test',
    inflate,
    bornAt: 0,
    guard: addressGuard([]),
    http: async (url, { headers }) => {
      this.asked.push({ url, headers })
      return this.answer(url)
    },
    quietUntil: {
      load: () => this.saved.quietUntil,
      save: (quietUntil) => void (this.saved = { ...this.saved, quietUntil }),
    },
    robots: (origin) => ({
      load: () => this.robots.get(origin),
      save: (kept) => void this.robots.set(origin, structuredClone(kept)),
    }),
    lease: {
      load: () => this.saved.lease,
      save: (lease) => void (this.saved = { ...this.saved, lease }),
    },
  }
}

/** What a campaign asks a site for its robots.txt with, unless told otherwise. */
export const ROBOTS_REQUEST: RobotsRequest = {
  campaign: 'a',
  owner: 'main',
  origin: ORIGIN,
  paceMs: 0,
  crawlDelayMs: 0,
  leaseMs: 5_000,
  endedAgoMs: undefined,
  timeoutMs: 1_000,
  isAgain: false,
  maxRequests: 6,
}

export const page = () =>
  new Response('<title>t</title>', { headers: { 'content-type': 'text/html' } })

/** Campaigns whose requests for pages are answered so. */
export function visitorsOf(
  world: World,
  answer: Http,
  wrap = (sites: Sites) => sites,
  timeoutMs = 1_000,
) {
  const guard = addressGuard([])
  const http: Http = (url, init) =>
    url.endsWith('/robots.txt') ? Promise.resolve(new Response('')) : answer(url, init)
  const { now, wait, userAgent, bornAt } = world.deps
  const sites = wrap(localSites({ now, wait, userAgent, inflate, bornAt, guard, http }))
  const source = webSource({ now, wait, userAgent, inflate, guard, http, sites })
  const limits = { timeoutMs, bodyBytes: 1_000, oversized: 'refuse' as const }
  return (campaign: string, hostDelayMs = 1_000, hostAskedAt = 0) =>
    source.fetch({
      isSitemap: false,
      campaign,
      owner: 'main',
      url: `${ORIGIN}/`,
      limits,
      hostAskedAt,
      hostDelayMs,
      gate: new RequestGate(() => hostDelayMs),
      maxSideRequests: 100,
    })
}
