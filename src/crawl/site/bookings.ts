/** Stands for a caller that is no campaign: it asks once and is not expected again. */
export const NO_CAMPAIGN = ''

/** The pace at which a campaign may send requests to a site, and its owner. */
export interface SitePace {
  owner: string
  /** The minimum pause between two requests: the campaign's own or, if longer, the site's. */
  paceMs: number
  /** The crawl delay of the site's robots.txt, which binds every owner; 0 where it has none. */
  crawlDelayMs: number
}

/**
 * The longest pause that one owner's campaigns impose on other owners: five times the usual pace. A
 * site that needs more says so itself, by `Crawl-delay` or `Retry-After`. An idle site stays in
 * memory for longer than that, so a pause that binds others is never forgotten.
 */
export const MAX_SHARED_DELAY_MS = 5_000

/**
 * The pause between requests of two campaigns: the longer pace, capped unless they share an owner.
 */
export function pauseBetween(one: SitePace, other: SitePace): number {
  if (one.owner === other.owner) return Math.max(one.paceMs, other.paceMs)
  return Math.max(sharedDelay(one), sharedDelay(other))
}

/** The part of a pace that binds other owners. */
function sharedDelay({ paceMs, crawlDelayMs }: SitePace): number {
  return Math.max(crawlDelayMs, Math.min(paceMs, MAX_SHARED_DELAY_MS))
}

interface PacedCampaign extends SitePace {
  campaign: string
}

/** The moment kept for a campaign's next request. */
interface Booking extends PacedCampaign {
  /** The moment it was first booked for. */
  order: number
  /** The moment that the campaign was last told. */
  dueAt: number
  /** Those of the campaign's origins on this site that were told to wait. */
  origins: Set<string>
  /** How many more origins were told to wait. */
  furtherOrigins: number
}

interface Moment {
  now: number
  /** The typical duration of a request. */
  typicalMs: number
}

/** How long a moment is kept for a campaign that is late: alarms are late by less. */
export const GRACE_MS = 500
/** Campaigns beyond these wait too, but in no order. */
const MAX_BOOKINGS = 100
const MAX_ORIGINS = 100

/** The requests to one site that wait for their moments, in order. */
export class Bookings {
  #bookings: Booking[] = []

  /** The first moment after `from` that the bookings ahead of a campaign leave free. */
  firstMoment(next: PacedCampaign, from: number, { now, typicalMs }: Moment): number {
    let at = from
    for (const booking of this.#ahead(next, now)) {
      const spacing = pauseBetween(booking, next) + typicalMs
      // There is time for a request before that booking.
      if (booking.dueAt - at >= spacing) break
      // A late campaign comes soon or not at all.
      const isLate = booking.dueAt < now
      at = isLate ? Math.max(at, booking.dueAt + GRACE_MS) : Math.max(at, booking.dueAt) + spacing
    }
    return at
  }

  /** Returns the moment that is kept for the origin. */
  book(next: PacedCampaign & { origin: string }, at: number, moment: Moment): number {
    const { campaign, origin, owner, paceMs, crawlDelayMs } = next
    const known = this.#bookings.find((booking) => booking.campaign === campaign)
    if (known === undefined) {
      const pace = { owner, paceMs, crawlDelayMs }
      const times = { order: at, dueAt: at, origins: new Set([origin]), furtherOrigins: 0 }
      if (campaign !== NO_CAMPAIGN) this.#add({ campaign, ...pace, ...times }, moment.now)
      return at
    }
    known.dueAt = Math.max(known.dueAt, at)
    if (known.origins.has(origin)) return known.dueAt
    // A campaign has one booking, for whichever origin comes first. If all origins were told the
    // same moment, all but one would come in vain each time.
    const before = known.origins.size + known.furtherOrigins
    if (before < MAX_ORIGINS) known.origins.add(origin)
    else known.furtherOrigins++
    return known.dueAt + before * (paceMs + moment.typicalMs)
  }

  remove(campaign: string): void {
    this.#bookings = this.#bookings.filter((booking) => booking.campaign !== campaign)
  }

  /** Drops the bookings that were due before that moment: nobody came. */
  forget(dueBefore: number): void {
    this.#bookings = this.#bookings.filter(({ dueAt }) => dueAt > dueBefore)
  }

  /**
   * The bookings that go before a campaign: all earlier ones of its own owner and, of each other
   * owner, as many as would alternate with them.
   */
  *#ahead({ campaign, owner }: PacedCampaign, now: number): Generator<Booking, void> {
    // Earlier bookings go first, however late: otherwise late campaigns would wait for each other.
    const own = this.#bookings.findIndex((booking) => booking.campaign === campaign)
    const before = own === -1 ? this.#bookings : this.#bookings.slice(0, own)
    const coming = before.filter(({ dueAt }) => dueAt + GRACE_MS > now)
    const share = 1 + coming.filter((booking) => booking.owner === owner).length
    const counts = new Map<string, number>()
    for (const booking of coming) {
      const count = (counts.get(booking.owner) ?? 0) + 1
      counts.set(booking.owner, count)
      if (booking.owner === owner || count <= share) yield booking
    }
  }

  /** Inserts a booking after the last that goes before it. */
  #add(booking: Booking, now: number): void {
    if (this.#bookings.length >= MAX_BOOKINGS && !this.#makeRoomFor(booking)) return
    const ahead = [...this.#ahead(booking, now)]
    const last = ahead.findLast(({ order }) => order <= booking.order)
    this.#bookings.splice(last === undefined ? 0 : this.#bookings.indexOf(last) + 1, 0, booking)
  }

  /** Drops a booking of the owner with the most, unless that is the owner itself. */
  #makeRoomFor({ owner }: Booking): boolean {
    const counts = new Map<string, number>()
    for (const booking of this.#bookings) {
      counts.set(booking.owner, (counts.get(booking.owner) ?? 0) + 1)
    }
    const most = Math.max(...counts.values())
    if ((counts.get(owner) ?? 0) + 1 >= most) return false
    const last = this.#bookings.findLastIndex((booking) => counts.get(booking.owner) === most)
    this.#bookings.splice(last, 1)
    return true
  }
}
