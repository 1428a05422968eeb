import { Bookings } from './bookings.ts'
import { PASSER_BY, pauseBetween, type Pace } from './pace.ts'

/** A campaign that is about to ask a site for a page. Spans of time, since clocks differ. */
export interface Asking extends Pace {
  /** Or `PASSER_BY`. */
  campaign: string
  origin: string
  /** After so long the request is over, whether we hear of it or not. */
  leaseMs: number
  /** How long ago the campaign's last request ended; undefined before its first. */
  endedAgoMs: number | undefined
}

export type Turn =
  /** `alone`: nobody else is about, so nobody needs to be told when the request is over. */
  { kind: 'go'; alone: boolean } | { kind: 'wait'; waitMs: number }

export interface Done {
  campaign: string
  origin: string
  /** For how long the site has asked to be left alone, by everybody; 0 when it has not. */
  quietMs: number
}

export interface Request extends Pace {
  campaign: string
  startedAt: number
  /** The lease: by then it is over. */
  endsBy: number
}

/** The end of an owner's last request. */
interface Ended extends Pace {
  endedAt: number
}

/** So long after its last call a campaign is taken for gone. */
const ABOUT_MS = 120_000
const MOST_CAMPAIGNS = 100
/** Whose last requests are known. */
const MAX_OWNERS = 100
/** The share of the newest request in what requests are expected to take. */
const NEWEST = 0.3

/**
 * Who may ask one site, and when: one request at a time, and a pause between the end of one and the
 * beginning of the next, whoever sends them. Those that must wait get moments a pause apart.
 */
export class Turns {
  #current: Request | undefined
  /** The last request of each owner, by owner, the latest last. */
  readonly #ended = new Map<string, Ended>()
  #notBefore: number
  readonly #bornAt: number
  #typicalMs = 0
  readonly #bookings = new Bookings()
  /** The moment of each campaign's last call, in that order. */
  readonly #calledAt = new Map<string, number>()

  /** What was before `bornAt` is not known; nothing is granted before `notBefore`. */
  constructor(bornAt: number, notBefore = 0, current?: Request) {
    this.#bornAt = bornAt
    this.#notBefore = notBefore
    this.#current = current
  }

  /** The request that is under way, as far as is known. */
  get current(): Request | undefined {
    return this.#current
  }

  ask(asking: Asking, now: number): Turn {
    const { campaign, owner, paceMs, crawlDelayMs, leaseMs } = asking
    this.#noteCall(campaign, now)
    // A campaign has one request at a time, so the one before is over.
    if (this.#isCurrent(campaign)) this.#end(endOf(this.#current!, asking, now))
    this.#forgetLost(now)
    const at = this.#firstMoment(asking, now)
    if (at > now) return { kind: 'wait', waitMs: this.#book(asking, at, now) - now }
    this.#bookings.remove(campaign)
    const pace = { owner, paceMs, crawlDelayMs }
    this.#current = { campaign, ...pace, startedAt: now, endsBy: now + leaseMs }
    return { kind: 'go', alone: this.#isAlone(campaign, now) }
  }

  /** A request is over. In how many ms its campaign is expected again; 0 when that is its own affair. */
  done({ campaign, origin, quietMs }: Done, now: number): number {
    this.#noteCall(campaign, now)
    this.#notBefore = Math.max(this.#notBefore, now + quietMs)
    const request = this.#current
    if (request?.campaign === campaign) this.#end(now)
    this.#forgetLost(now)
    if (request?.campaign !== campaign || this.#isAlone(campaign, now)) return 0
    const visit = { ...request, origin }
    return this.#book(visit, this.#firstMoment(visit, now), now) - now
  }

  #book(visit: Pace & { campaign: string; origin: string }, at: number, now: number): number {
    return this.#bookings.book(visit, at, { now, typicalMs: this.#typicalMs })
  }

  /** A request that the site itself sent is over: for each there is a pause, though they came at once. */
  sent(campaign: string, requests: number, now: number): void {
    if (this.#current?.campaign !== campaign) return
    this.#current.paceMs *= Math.max(1, requests)
    this.#end(now)
  }

  /** The first moment that is free for the campaign; `now` only if it may go now. */
  #firstMoment(visit: Pace & { campaign: string }, now: number): number {
    const at = Math.max(now, this.#freeAt(visit, now))
    return this.#bookings.firstMoment(visit, at, { now, typicalMs: this.#typicalMs })
  }

  /** As far as can be told: of a request under way only when it began is known. */
  #freeAt(pace: Pace, now: number): number {
    let free = Math.max(this.#notBefore, this.#bornAt + pace.paceMs)
    for (const ended of this.#ended.values()) {
      free = Math.max(free, ended.endedAt + pauseBetween(ended, pace))
    }
    if (this.#current === undefined) return free
    const end = expectedEnd(this.#current, this.#typicalMs, now)
    return Math.max(free, end + pauseBetween(this.#current, pace))
  }

  #end(at: number): void {
    const { startedAt } = this.#current!
    this.#typicalMs = Math.round((1 - NEWEST) * this.#typicalMs + NEWEST * (at - startedAt))
    this.#noteEnd(at)
  }

  #noteEnd(endedAt: number): void {
    const { owner, paceMs, crawlDelayMs } = this.#current!
    this.#ended.delete(owner)
    this.#ended.set(owner, { owner, paceMs, crawlDelayMs, endedAt })
    if (this.#ended.size > MAX_OWNERS) this.#ended.delete(this.#ended.keys().next().value!)
    this.#current = undefined
  }

  /** Requests whose end nobody told, and campaigns that did not come. */
  #forgetLost(now: number): void {
    if (this.#current && this.#current.endsBy <= now) this.#noteEnd(this.#current.endsBy)
    this.#bookings.forget(now - ABOUT_MS)
  }

  #noteCall(campaign: string, now: number): void {
    if (campaign === PASSER_BY) return
    this.#calledAt.delete(campaign)
    this.#calledAt.set(campaign, now)
    for (const [oldest, at] of this.#calledAt) {
      if (this.#calledAt.size <= MOST_CAMPAIGNS && now - at < ABOUT_MS) return
      this.#calledAt.delete(oldest)
    }
  }

  /** A campaign has one request at a time; of those who pass by there may be several. */
  #isCurrent(campaign: string): boolean {
    return campaign !== PASSER_BY && this.#current?.campaign === campaign
  }

  #isAlone(campaign: string, now: number): boolean {
    for (const [other, at] of this.#calledAt) {
      if (other !== campaign && now - at < ABOUT_MS) return false
    }
    return true
  }
}

/** When a request ended, of which its campaign may know. */
function endOf({ startedAt, endsBy }: Request, { endedAgoMs = 0 }: Asking, now: number): number {
  const endedAt = now - endedAgoMs
  // Else that was the end of an earlier one, and of this one nothing is known.
  return Math.min(endedAt >= startedAt ? endedAt : now, endsBy)
}

/** One that lasts longer than usual is taken to last as long again. */
function expectedEnd({ startedAt, endsBy }: Request, typicalMs: number, now: number): number {
  const elapsed = now - startedAt
  const end = elapsed < typicalMs ? startedAt + typicalMs : now + Math.max(1, elapsed)
  return Math.min(end, endsBy)
}
