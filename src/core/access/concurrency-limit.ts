import type { ConcurrencyBounds } from './limits.ts'

/** Which key a request came with, and which campaign it is about. */
export interface Requester {
  key: string
  campaign: string
}

/** One of the responses that may be under way at a time. */
export interface ConcurrencySlot {
  /** Holds the slot for another `holdMs`. Does nothing once the slot was released. */
  renew: () => void
  release: () => void
}

/** Longer than a stream of events is ever silent (30 s). */
export const SLOT_MS = 45_000
/** A slot that was never renewed: the client has not read anything, so nothing was done for it. */
export const UNUSED_SLOT_MS = 2_000

/**
 * Bounds how many responses are under way at a time. A slot that is not renewed expires: where a
 * client hangs up, a Worker may be ended before it can release anything.
 */
export class ConcurrencyLimit {
  readonly #bounds: ConcurrencyBounds
  readonly #now: () => number
  readonly #holdMs: number
  /** When each slot expires. */
  readonly #slots = new Map<Requester, number>()

  constructor(bounds: ConcurrencyBounds, now: () => number, holdMs = SLOT_MS) {
    this.#bounds = bounds
    this.#now = now
    this.#holdMs = holdMs
  }

  /** Undefined when all slots are taken. */
  acquire(requester: Requester): ConcurrencySlot | undefined {
    const now = this.#now()
    for (const [held, expiresAt] of this.#slots) if (expiresAt <= now) this.#slots.delete(held)
    if (this.#isFull(requester)) return undefined
    const held = { ...requester }
    let isReleased = false
    this.#slots.set(held, now + UNUSED_SLOT_MS)
    return {
      renew: () => {
        if (!isReleased) this.#slots.set(held, this.#now() + this.#holdMs)
      },
      release: () => {
        isReleased = true
        this.#slots.delete(held)
      },
    }
  }

  #isFull({ key, campaign }: Requester): boolean {
    const slots = [...this.#slots.keys()]
    const { length: ofKey } = slots.filter((slot) => slot.key === key)
    const { length: ofCampaign } = slots.filter((slot) => slot.campaign === campaign)
    const bounds = this.#bounds
    return slots.length >= bounds.all || ofKey >= bounds.key || ofCampaign >= bounds.campaign
  }
}
