import { DurableObject } from 'cloudflare:workers'
import type { CachedRobots } from '../../crawl/robots/robots-cache.ts'
import {
  Site,
  type RobotsRequest,
  type RobotsReply,
  type SharedSite,
} from '../../crawl/site/site.ts'
import { type Sites, siteNameOf } from '../../crawl/site/sites.ts'
import type {
  HeldLease,
  LeaseGrant,
  LeaseRelease,
  LeaseRequest,
} from '../../crawl/site/site-lease.ts'
import { outgoingUserAgent } from '../../crawl/user-agent.ts'
import { inflate } from '../inflate.ts'
import { answeredHttp, outbound } from './outbound.ts'
import type { Env } from './env.ts'

const now = () => Date.now()

/** The door to one site, shared by all campaigns: adapts calls, decides nothing. */
export class SiteObject extends DurableObject<Env> implements SharedSite {
  readonly #site: Site

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const { kv } = ctx.storage
    const kept = <T>(key: string) => ({
      load: () => kv.get<T>(key),
      save: (value: T) => kv.put(key, value),
    })
    const { guard, send } = outbound(env)
    this.#site = new Site({
      http: answeredHttp(send),
      guard,
      userAgent: outgoingUserAgent(env.USER_AGENT),
      inflate,
      now,
      wait: (ms) => scheduler.wait(ms),
      bornAt: isolateStart(),
      quietUntil: kept<number>('quietUntil'),
      lease: kept<HeldLease>('request'),
      robots: (origin) => kept<CachedRobots>(`robots ${origin}`),
    })
  }

  robots(request: RobotsRequest): Promise<RobotsReply> {
    return this.#site.robots(request)
  }

  acquire(request: LeaseRequest): Promise<LeaseGrant> {
    return this.#site.acquire(request)
  }

  renew(campaign: string): Promise<void> {
    return this.#site.renew(campaign)
  }

  release(release: LeaseRelease): Promise<number> {
    return this.#site.release(release)
  }
}

/** One Durable Object a site. Each call is billed, and limited, as a request: `called` counts it. */
export function cloudflareSites(env: Pick<Env, 'SITE'>, called: () => void): Sites {
  return (url) => {
    const call = <T>(work: (site: SharedSite) => Promise<T>): Promise<T> => {
      called()
      // A stub of its own for each call: one that has failed may be of no use any more.
      return work(env.SITE.getByName(siteNameOf(url)))
    }
    return {
      robots: (request) => call((site) => site.robots(request)),
      acquire: (request) => call((site) => site.acquire(request)),
      renew: (campaign) => call((site) => site.renew(campaign)),
      release: (release) => call((site) => site.release(release)),
    }
  }
}

let startedAt: number | undefined

/**
 * When the isolate made its first object; nothing before that is known of the requests to a site.
 * Not when it was loaded: outside of a request the clock stands still at zero.
 */
export function isolateStart(): number {
  startedAt ??= now()
  return startedAt
}
