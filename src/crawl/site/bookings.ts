import { PASSER_BY, pauseBetween, type Pace } from './pace.ts'

/** A visit that a campaign is about to make. */
interface FetchResult extends Pace {
  campaign: string
}

/** The next visit of a campaign. */
interface Booking extends FetchResult {
  /** What it was booked for at first. */
  order: number
  /** When the campaign was last told to come. */
  dueAt: number
  /** Of a campaign with several origins here, those that were told to wait. */
  origins: Set<string>
  /** How many more were told to wait than are noted there. */
  further: number
}

interface Moment {
  now: number
  /** What a request takes, mostly. */
  typicalMs: number
}

/** Nobody waits longer for a campaign that does not come at its time: alarms are late by less. */
export const GRACE_MS = 500
/** More than these wait as well, but in no order. */
const MOST_BOOKINGS = 100
const MOST_ORIGINS = 100

/** Visits to one site that wait for their moments, in order. */
export class Bookings {
  #bookings: Booking[] = []

  /** The first moment from then on that those who are booked before a campaign leave to it. */
  firstMoment(visit: FetchResult, from: number, { now, typicalMs }: Moment): number {
    let at = from
    for (const booking of this.#ahead(visit, now)) {
      const spacing = pauseBetween(booking, visit) + typicalMs
      // Time enough for a request before that one comes.
      if (booking.dueAt - at >= spacing) break
      // One that is late comes soon or not at all.
      const isLate = booking.dueAt < now
      at = isLate ? Math.max(at, booking.dueAt + GRACE_MS) : Math.max(at, booking.dueAt) + spacing
    }
    return at
  }

  /** The moment at which the origin is to come. */
  book(visit: FetchResult & { origin: string }, at: number, moment: Moment): number {
    const { campaign, origin, owner, paceMs, crawlDelayMs } = visit
    const known = this.#bookings.find((booking) => booking.campaign === campaign)
    if (known === undefined) {
      const pace = { owner, paceMs, crawlDelayMs }
      const visits = { order: at, dueAt: at, origins: new Set([origin]), further: 0 }
      if (campaign !== PASSER_BY) this.#add({ campaign, ...pace, ...visits }, moment.now)
      return at
    }
    known.dueAt = Math.max(known.dueAt, at)
    if (known.origins.has(origin)) return known.dueAt
    // The campaign's one visit is for the origin that comes for it. Were all told the same moment,
    // all but one would come in vain, each time.
    const before = known.origins.size + known.further
    if (before < MOST_ORIGINS) known.origins.add(origin)
    else known.further++
    return known.dueAt + before * (paceMs + moment.typicalMs)
  }

  remove(campaign: string): void {
    this.#bookings = this.#bookings.filter((booking) => booking.campaign !== campaign)
  }

  /** Those that were due before that moment, and did not come. */
  forget(dueBefore: number): void {
    this.#bookings = this.#bookings.filter(({ dueAt }) => dueAt > dueBefore)
  }

  /**
   * Who goes before a campaign: those of its own owner that were booked before, and as many of each
   * other owner as would take turns with them, however many there are.
   */
  *#ahead({ campaign, owner }: FetchResult, now: number): Generator<Booking, void> {
    // Whoever was booked before goes before, however late: or the late would wait for each other.
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

  /** Behind the last that goes before it. */
  #add(booking: Booking, now: number): void {
    if (this.#bookings.length >= MOST_BOOKINGS && !this.#makeRoomFor(booking)) return
    const ahead = [...this.#ahead(booking, now)]
    const last = ahead.findLast(({ order }) => order <= booking.order)
    this.#bookings.splice(last === undefined ? 0 : this.#bookings.indexOf(last) + 1, 0, booking)
  }

  /** At the cost of the owner with the most bookings, unless it is its own. */
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
