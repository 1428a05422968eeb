import type { AddressGuard } from '../../standards/address/address-guard.ts'
import { guardedHttp, type Client, type Http } from '../http.ts'
import type { RobotsRules } from '../../standards/robots/robots.ts'
import { robotsMemoryBytes, RobotsCache, type CachedRobots } from '../robots/robots-cache.ts'
import { fetchRobots } from '../robots/fetch-robots.ts'
import {
  SiteLease,
  type HeldLease,
  type LeaseGrant,
  type LeaseRelease,
  type LeaseRequest,
} from './site-lease.ts'

/** A site that campaigns share. Each call may fail, as any remote call may. */
export interface SharedSite {
  /** Its robots.txt; one that must be fetched takes the lease, as a page does. */
  robots: (request: RobotsRequest) => Promise<RobotsReply>
  acquire: (request: LeaseRequest) => Promise<LeaseGrant>
  /** The campaign's request is still under way, and may outlast an idle site. */
  renew: (campaign: string) => Promise<void>
  /** Returns in how many ms the campaign is expected again; 0 when it is uncontended. */
  release: (release: LeaseRelease) => Promise<number>
}

export interface RobotsRequest extends LeaseRequest {
  timeoutMs: number
  /** The campaign has fetched pages of the host before. */
  isAgain: boolean
  /** 0 returns only a known robots.txt. */
  maxRequests: number
}

/** `requests`: how many were sent to answer this call; 0 where the answer was known. */
export type RobotsReply = { requests: number } & (
  | { kind: 'rules'; rules: RobotsRules; keepMs: number; bodyBytes: number }
  | { kind: 'failed'; reason: 'timeout' | 'unreachable' }
  /** Another campaign holds the lease, or the pace asks for a pause. */
  | { kind: 'wait'; waitMs: number }
  /** It is not known, and would have taken more requests than the caller has left. */
  | { kind: 'no_requests_left' }
)

export interface SiteDeps extends Client {
  guard: AddressGuard
  now: () => number
  wait: (ms: number) => Promise<void>
  /** Nothing is known of requests before this moment. */
  bornAt: number
  /** The end of a pause that the site asked for. */
  quietUntil: Stored<number>
  /** The last lease that may outlast the site's own memory. */
  lease: Stored<HeldLease>
  /** The robots.txt of an origin that campaigns come back to. */
  robots: (origin: string) => Stored<CachedRobots>
}

/**
 * Outlives the site's memory. Only what lasts longer than an idle site stays in memory is stored.
 */
interface Stored<T> {
  load: () => T | undefined
  save: (value: T) => void
}

/**
 * An idle Durable Object stays in memory for ten seconds: what is over by then need not be stored.
 */
export const STAYS_IN_MEMORY_MS = 8_000
/**
 * A lease that comes this soon is waited for: cheaper than another call, and no record is written.
 */
const HOLD_MS = 250

/** Stored, it takes less than twice as much, and a row may have 2 MB. Most robots.txt have 5 KB. */
const MAX_STORED_BYTES = 1_000_000

const UNREACHABLE = { kind: 'failed', reason: 'unreachable' } as const

/** What all campaigns of an account share of one site, in memory: its robots.txt and its lease. */
export class Site implements SharedSite {
  readonly #deps: SiteDeps
  readonly #lease: SiteLease
  readonly #robots = new RobotsCache()
  readonly #fetching = new Map<string, Promise<RobotsReply>>()
  #stored: HeldLease | undefined

  constructor(deps: SiteDeps) {
    this.#deps = deps
    const stored = deps.lease.load()
    // A lease from before requests had owners is ignored: its isolate is gone.
    this.#stored = stored?.owner === undefined ? undefined : stored
    this.#lease = new SiteLease(deps.bornAt, deps.quietUntil.load(), this.#stored)
  }

  /** Callers that come while it is being fetched get the same answer, if there is one. */
  async robots(request: RobotsRequest): Promise<RobotsReply> {
    const { origin } = request
    for (;;) {
      const known = this.#knownRobots(origin)
      if (known !== undefined) return known
      const underWay = this.#fetching.get(origin)
      if (underWay === undefined) break
      const reply = await underWay
      if (reply.kind === 'rules' || reply.kind === 'failed') return { ...reply, requests: 0 }
    }
    if (request.maxRequests === 0) return { kind: 'no_requests_left', requests: 0 }
    const fetching = this.#fetchLeased(request).finally(() => this.#fetching.delete(origin))
    this.#fetching.set(origin, fetching)
    return fetching
  }

  async acquire(request: LeaseRequest): Promise<LeaseGrant> {
    const grant = await this.#acquire(request)
    const isStored = grant.kind === 'granted' && request.paceMs >= STAYS_IN_MEMORY_MS
    if (isStored) this.#store(this.#lease.held!)
    return grant
  }

  async #acquire(request: LeaseRequest): Promise<LeaseGrant> {
    const { now, wait } = this.#deps
    for (let waitedMs = 0; ;) {
      const grant = this.#lease.acquire(request, now())
      if (grant.kind === 'granted') return grant
      waitedMs += grant.waitMs
      if (waitedMs > HOLD_MS) return grant
      await wait(grant.waitMs)
    }
  }

  async renew(campaign: string): Promise<void> {
    const { held } = this.#lease
    if (held?.campaign === campaign) this.#store(held)
  }

  async release(release: LeaseRelease): Promise<number> {
    const now = this.#deps.now()
    if (release.quietMs >= STAYS_IN_MEMORY_MS) this.#deps.quietUntil.save(now + release.quietMs)
    const { held } = this.#lease
    // Otherwise the next object of this site would wait for the end of the lease.
    if (held?.campaign === release.campaign && held === this.#stored) {
      this.#store({ ...held, endsBy: now })
    }
    return this.#lease.release(release, now)
  }

  #store(lease: HeldLease): void {
    this.#deps.lease.save(lease)
    this.#stored = lease
  }

  #knownRobots(origin: string): RobotsReply | undefined {
    const { now } = this.#deps
    const known = this.#robots.get(origin, now()) ?? this.#loadRobots(origin)
    if (known === undefined) return undefined
    const { rules, until, bodyBytes } = known
    return { kind: 'rules', rules, bodyBytes, keepMs: until - now(), requests: 0 }
  }

  #loadRobots(origin: string): CachedRobots | undefined {
    const stored = this.#deps.robots(origin).load()
    if (stored === undefined || stored.until <= this.#deps.now()) return undefined
    this.#robots.set(origin, stored)
    return stored
  }

  async #fetchLeased(request: RobotsRequest): Promise<RobotsReply> {
    const { campaign, paceMs } = request
    // A campaign without a pace takes no lease, neither for pages nor for robots.txt.
    if (paceMs === 0) return this.#fetchRobots(request)
    const grant = await this.#acquire(request)
    if (grant.kind === 'wait') return { ...grant, requests: 0 }
    const { held } = this.#lease
    const reply = await this.#fetchRobots(request)
    const now = this.#deps.now()
    this.#lease.releaseAfter(campaign, reply.requests, now)
    const pauseMs = reply.requests * paceMs
    if (pauseMs >= STAYS_IN_MEMORY_MS) this.#store({ ...held!, paceMs: pauseMs, endsBy: now })
    return reply
  }

  async #fetchRobots(request: RobotsRequest): Promise<RobotsReply> {
    const { origin, isAgain } = request
    const { now, userAgent, inflate, guard } = this.#deps
    let requests = 0
    const counted: Http = (url, init) => {
      requests++
      return this.#deps.http(url, init)
    }
    const http = guardedHttp(counted, guard)
    const kept = this.#robots.last(origin)
    const fetching = fetchRobots(origin, { http, userAgent, inflate, now, guard }, request, kept)
    // Whatever the host answers, this call does not fail.
    const answer = await fetching.catch(() => UNREACHABLE)
    if (answer.kind !== 'rules') return { ...answer, requests }
    const { kind, rules, keepMs, bodyBytes, response } = answer
    const fetched = { rules, until: now() + keepMs, bodyBytes }
    this.#robots.set(origin, { ...fetched, response })
    // Otherwise each fetch of a slow site would begin with its robots.txt.
    if (isAgain && robotsMemoryBytes(fetched) <= MAX_STORED_BYTES)
      this.#deps.robots(origin).save(fetched)
    return { kind, rules, keepMs, bodyBytes, requests }
  }
}
