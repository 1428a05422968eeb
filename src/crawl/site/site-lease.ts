import { Bookings, NO_CAMPAIGN, pauseBetween, type SitePace } from './bookings.ts'

/** A campaign wants to send a request to a site. All times are spans, since clocks differ. */
export interface LeaseRequest extends SitePace {
  /** The campaign's id, or `NO_CAMPAIGN`. */
  campaign: string
  origin: string
  /** The lease expires after this time, released or not. */
  leaseMs: number
  /** How long ago the campaign's last request ended; undefined before its first. */
  endedAgoMs: number | undefined
}

export type LeaseGrant =
  /** `uncontended`: no other campaign is active, so the lease need not be released. */
  { kind: 'granted'; uncontended: boolean } | { kind: 'wait'; waitMs: number }

export interface LeaseRelease {
  campaign: string
  origin: string
  /** How long the site wants no requests at all; 0 when it has not said so. */
  quietMs: number
}

/** The lease under which a request is sent. Sites store it: its fields keep their names. */
export interface HeldLease extends SitePace {
  campaign: string
  startedAt: number
  /** When the lease expires. */
  endsBy: number
}

/** The end of an owner's last request. */
interface EndedRequest extends SitePace {
  endedAt: number
}

/** A campaign is inactive this long after its last call. */
const ACTIVE_MS = 120_000
const MAX_CAMPAIGNS = 100
/** How many owners' last requests are remembered. */
const MAX_OWNERS = 100
/** The weight of the newest request in the typical duration. */
const NEWEST_WEIGHT = 0.3

/**
 * Grants one campaign at a time the right to send a request to a site, with a pause between the end
 * of one request and the beginning of the next. Those that must wait get moments a pause apart.
 */
export class SiteLease {
  #held: HeldLease | undefined
  /** The last request of each owner, the latest last. */
  readonly #ended = new Map<string, EndedRequest>()
  #notBefore: number
  readonly #bornAt: number
  #typicalMs = 0
  readonly #bookings = new Bookings()
  /** When each campaign last called, in that order. */
  readonly #calledAt = new Map<string, number>()

  /** Nothing is known of the time before `bornAt`; nothing is granted before `notBefore`. */
  constructor(bornAt: number, notBefore = 0, held?: HeldLease) {
    this.#bornAt = bornAt
    this.#notBefore = notBefore
    this.#held = held
  }

  get held(): HeldLease | undefined {
    return this.#held
  }

  acquire(request: LeaseRequest, now: number): LeaseGrant {
    const { campaign, owner, paceMs, crawlDelayMs, leaseMs } = request
    this.#noteCall(campaign, now)
    // A campaign has one request at a time, so the one before is over.
    if (this.#isHeldBy(campaign)) this.#end(endOf(this.#held!, request, now))
    this.#expire(now)
    const at = this.#firstMoment(request, now)
    if (at > now) return { kind: 'wait', waitMs: this.#book(request, at, now) - now }
    this.#bookings.remove(campaign)
    const pace = { owner, paceMs, crawlDelayMs }
    this.#held = { campaign, ...pace, startedAt: now, endsBy: now + leaseMs }
    return { kind: 'granted', uncontended: this.#isUncontended(campaign, now) }
  }

  /** Returns in how many ms the campaign is expected again; 0 when it is uncontended. */
  release({ campaign, origin, quietMs }: LeaseRelease, now: number): number {
    this.#noteCall(campaign, now)
    this.#notBefore = Math.max(this.#notBefore, now + quietMs)
    const lease = this.#held
    if (lease?.campaign === campaign) this.#end(now)
    this.#expire(now)
    if (lease?.campaign !== campaign || this.#isUncontended(campaign, now)) return 0
    const next = { ...lease, origin }
    return this.#book(next, this.#firstMoment(next, now), now) - now
  }

  /** Releases after several requests in a row: each asks for its own pause afterwards. */
  releaseAfter(campaign: string, requests: number, now: number): void {
    if (this.#held?.campaign !== campaign) return
    this.#held.paceMs *= Math.max(1, requests)
    this.#end(now)
  }

  #book(next: SitePace & { campaign: string; origin: string }, at: number, now: number): number {
    return this.#bookings.book(next, at, { now, typicalMs: this.#typicalMs })
  }

  /** The first moment that is free for the campaign; `now` only if it may have the lease now. */
  #firstMoment(next: SitePace & { campaign: string }, now: number): number {
    const at = Math.max(now, this.#freeAt(next, now))
    return this.#bookings.firstMoment(next, at, { now, typicalMs: this.#typicalMs })
  }

  /** When the site is free, by an estimate: only the beginning of a request under way is known. */
  #freeAt(pace: SitePace, now: number): number {
    let free = Math.max(this.#notBefore, this.#bornAt + pace.paceMs)
    for (const ended of this.#ended.values()) {
      free = Math.max(free, ended.endedAt + pauseBetween(ended, pace))
    }
    if (this.#held === undefined) return free
    const end = expectedEnd(this.#held, this.#typicalMs, now)
    return Math.max(free, end + pauseBetween(this.#held, pace))
  }

  #end(at: number): void {
    const { startedAt } = this.#held!
    this.#typicalMs = Math.round(
      (1 - NEWEST_WEIGHT) * this.#typicalMs + NEWEST_WEIGHT * (at - startedAt),
    )
    this.#noteEnd(at)
  }

  #noteEnd(endedAt: number): void {
    const { owner, paceMs, crawlDelayMs } = this.#held!
    this.#ended.delete(owner)
    this.#ended.set(owner, { owner, paceMs, crawlDelayMs, endedAt })
    if (this.#ended.size > MAX_OWNERS) this.#ended.delete(this.#ended.keys().next().value!)
    this.#held = undefined
  }

  /** Ends a lease that was never released, and forgets campaigns that did not come. */
  #expire(now: number): void {
    if (this.#held && this.#held.endsBy <= now) this.#noteEnd(this.#held.endsBy)
    this.#bookings.forget(now - ACTIVE_MS)
  }

  #noteCall(campaign: string, now: number): void {
    if (campaign === NO_CAMPAIGN) return
    this.#calledAt.delete(campaign)
    this.#calledAt.set(campaign, now)
    for (const [oldest, at] of this.#calledAt) {
      if (this.#calledAt.size <= MAX_CAMPAIGNS && now - at < ACTIVE_MS) return
      this.#calledAt.delete(oldest)
    }
  }

  /** Not true of `NO_CAMPAIGN`, which may have several requests at a time. */
  #isHeldBy(campaign: string): boolean {
    return campaign !== NO_CAMPAIGN && this.#held?.campaign === campaign
  }

  #isUncontended(campaign: string, now: number): boolean {
    for (const [other, at] of this.#calledAt) {
      if (other !== campaign && now - at < ACTIVE_MS) return false
    }
    return true
  }
}

/** When the request of a lease ended, as its campaign reports it later. */
function endOf(
  { startedAt, endsBy }: HeldLease,
  { endedAgoMs = 0 }: LeaseRequest,
  now: number,
): number {
  const endedAt = now - endedAgoMs
  // An end before the start is that of an earlier request; the end of this one is unknown.
  return Math.min(endedAt >= startedAt ? endedAt : now, endsBy)
}

/** A request that takes longer than usual is expected to take as long again. */
function expectedEnd({ startedAt, endsBy }: HeldLease, typicalMs: number, now: number): number {
  const elapsed = now - startedAt
  const end = elapsed < typicalMs ? startedAt + typicalMs : now + Math.max(1, elapsed)
  return Math.min(end, endsBy)
}
