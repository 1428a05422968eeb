import type { AtOnce } from './limits.ts'

/** Who asks, and about which campaign. */
export interface Asker {
  key: string
  campaign: string
}

/** A place among those that are being answered. */
export interface Place {
  /** It is still in use. */
  renew: () => void
  leave: () => void
}

/**
 * One that was not renewed for so long is taken for gone: where a client hangs up, a Worker may be
 * ended before it can say so. A stream of events is silent for thirty seconds at most.
 */
export const PLACE_MS = 45_000
/** One that was never renewed: nobody takes what is there for them, and so nothing is done. */
export const NEW_PLACE_MS = 2_000

/** Lets so many be answered at a time; the others are to come again. */
export class ConcurrencyLimit {
  readonly #most: AtOnce
  readonly #now: () => number
  /** Until when each place is held. */
  readonly #places = new Map<Asker, number>()

  constructor(most: AtOnce, now: () => number) {
    this.#most = most
    this.#now = now
  }

  /** Undefined: there are as many as may be. */
  enter(asker: Asker): Place | undefined {
    const now = this.#now()
    for (const [place, until] of this.#places) if (until <= now) this.#places.delete(place)
    if (this.#isFull(asker)) return undefined
    const place = { ...asker }
    const renew = () => void this.#places.set(place, this.#now() + PLACE_MS)
    this.#places.set(place, now + NEW_PLACE_MS)
    return { renew, leave: () => void this.#places.delete(place) }
  }

  #isFull({ key, campaign }: Asker): boolean {
    const places = [...this.#places.keys()]
    const { length: ofKey } = places.filter((place) => place.key === key)
    const { length: ofCampaign } = places.filter((place) => place.campaign === campaign)
    const most = this.#most
    return places.length >= most.all || ofKey >= most.key || ofCampaign >= most.campaign
  }
}
