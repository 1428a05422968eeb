/** Who asks for once, and is not expected again: no campaign. */
export const PASSER_BY = ''

/** A campaign that is about to ask a site for a page. Spans of time, since clocks differ. */
export interface Asking {
  /** Or `PASSER_BY`. */
  campaign: string
  origin: string
  /** The least pause between two requests. */
  paceMs: number
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

export interface Request {
  campaign: string
  paceMs: number
  startedAt: number
  /** The lease: by then it is over. */
  endsBy: number
}

/** The next visit of a campaign. */
interface Booking {
  campaign: string
  /** What it was booked for at first, and is served in the order of. */
  order: number
  /** When the campaign was last told to come. */
  dueAt: number
  /** Of a campaign with several origins here, those that were told to wait. */
  origins: Set<string>
  /** How many more were told to wait than are noted there. */
  further: number
}

/** Nobody waits longer for a campaign that does not come at its time: alarms are late by less. */
export const GRACE_MS = 500
/** So long after its last call a campaign is taken for gone. */
const ABOUT_MS = 120_000
/** More than these wait as well, but in no order. */
const MOST_BOOKINGS = 100
const MOST_CAMPAIGNS = 100
const MOST_ORIGINS = 100
/** The share of the newest request in what requests are expected to take. */
const NEWEST = 0.3

/**
 * Who may ask one site, and when: one request at a time, and its pace between the end of one and
 * the beginning of the next, whoever sends them. Those that must wait get moments a pace apart.
 */
export class Turns {
  #current: Request | undefined
  #endedAt = -Infinity
  /** Of the last request. */
  #paceMs = 0
  #notBefore: number
  readonly #bornAt: number
  #typicalMs = 0
  #bookings: Booking[] = []
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
    const { campaign, paceMs, leaseMs } = asking
    this.#noteCall(campaign, now)
    // A campaign has one request at a time, so the one before is over.
    if (this.#isCurrent(campaign)) this.#end(endOf(this.#current!, asking, now))
    this.#forgetLost(now)
    const at = this.#firstMoment(campaign, paceMs, now)
    if (at > now) return { kind: 'wait', waitMs: this.#book(asking, at) - now }
    this.#bookings = this.#bookings.filter((booking) => booking.campaign !== campaign)
    this.#current = { campaign, paceMs, startedAt: now, endsBy: now + leaseMs }
    return { kind: 'go', alone: this.#isAlone(campaign, now) }
  }

  /** A request is over. In how many ms its campaign is expected again; 0 when it is alone. */
  done({ campaign, origin, quietMs }: Done, now: number): number {
    this.#noteCall(campaign, now)
    this.#notBefore = Math.max(this.#notBefore, now + quietMs)
    if (this.#current?.campaign === campaign) this.#end(now)
    this.#forgetLost(now)
    if (this.#isAlone(campaign, now)) return 0
    const paceMs = this.#paceMs
    return this.#book({ campaign, origin, paceMs }, this.#firstMoment(campaign, paceMs, now)) - now
  }

  /** A request that the site itself sent is over: for each there is a pause, though they came at once. */
  sent(campaign: string, requests: number, now: number): void {
    if (this.#current?.campaign !== campaign) return
    const { paceMs } = this.#current
    this.#end(now)
    if (requests > 1) this.#notBefore = Math.max(this.#notBefore, now + requests * paceMs)
  }

  /** The first moment that is free for the campaign; `now` only if it may go now. */
  #firstMoment(campaign: string, paceMs: number, now: number): number {
    const spacing = this.#spacing(paceMs)
    let at = Math.max(now, this.#freeAt(paceMs, now))
    for (const booking of this.#bookings) {
      // Whoever was booked before goes before, however late: or the late would wait for each other.
      if (booking.campaign === campaign) break
      if (booking.dueAt + GRACE_MS <= now) continue
      // Time enough for a request before that one comes.
      if (booking.dueAt - at >= spacing) break
      // One that is late comes soon or not at all.
      const isLate = booking.dueAt < now
      at = isLate ? Math.max(at, booking.dueAt + GRACE_MS) : Math.max(at, booking.dueAt) + spacing
    }
    return at
  }

  /** As far as can be told: of a request under way only when it began is known. */
  #freeAt(paceMs: number, now: number): number {
    const pause = Math.max(this.#paceMs, paceMs)
    const free = Math.max(this.#endedAt + pause, this.#notBefore, this.#bornAt + paceMs)
    if (this.#current === undefined) return free
    return Math.max(free, expectedEnd(this.#current, this.#typicalMs, now) + pause)
  }

  /** The moment at which the origin is to come. */
  #book({ campaign, origin, paceMs }: Pick<Asking, 'campaign' | 'origin' | 'paceMs'>, at: number) {
    const known = this.#bookings.find((booking) => booking.campaign === campaign)
    if (known === undefined) return this.#add({ campaign, order: at, dueAt: at, origin })
    known.dueAt = Math.max(known.dueAt, at)
    if (known.origins.has(origin)) return known.dueAt
    // The campaign's one visit is for the origin that comes for it. Were all told the same moment,
    // all but one would come in vain, each time.
    const before = known.origins.size + known.further
    if (before < MOST_ORIGINS) known.origins.add(origin)
    else known.further++
    return known.dueAt + before * this.#spacing(paceMs)
  }

  #add({ origin, ...booking }: Omit<Booking, 'origins' | 'further'> & { origin: string }): number {
    if (this.#bookings.length < MOST_BOOKINGS && booking.campaign !== PASSER_BY) {
      const later = this.#bookings.findIndex(({ order }) => order > booking.order)
      const place = later === -1 ? this.#bookings.length : later
      this.#bookings.splice(place, 0, { ...booking, origins: new Set([origin]), further: 0 })
    }
    return booking.dueAt
  }

  /** From one request to the next, when both are in time. */
  #spacing(paceMs: number): number {
    return Math.max(this.#paceMs, paceMs) + this.#typicalMs
  }

  #end(at: number): void {
    const { startedAt, paceMs } = this.#current!
    this.#typicalMs = Math.round((1 - NEWEST) * this.#typicalMs + NEWEST * (at - startedAt))
    this.#endedAt = at
    this.#paceMs = paceMs
    this.#current = undefined
  }

  /** Requests whose end nobody told, and campaigns that did not come. */
  #forgetLost(now: number): void {
    if (this.#current && this.#current.endsBy <= now) {
      this.#endedAt = this.#current.endsBy
      this.#paceMs = this.#current.paceMs
      this.#current = undefined
    }
    this.#bookings = this.#bookings.filter(({ dueAt }) => dueAt + ABOUT_MS > now)
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
