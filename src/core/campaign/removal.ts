import type { Identity } from './campaign.ts'
import type { Ports } from './ports.ts'
import { UnreadableCampaign } from './codec/unreadable-campaign.ts'

/** Everything of the world that the removal of a campaign touches. */
export interface RemovalPorts extends Pick<Ports, 'now' | 'wakeAt' | 'trouble'> {
  campaign: () => Identity
  /** Durable, and gone with the rest in the end. */
  mark: { isSet: () => boolean; set: () => void }
  results: ResultRemoval
  /** The log, the snapshots, the mark and the alarm: all that is not in D1. */
  erase: () => Promise<void>
}

/** What D1 has of a campaign. Each may be done again. */
export interface ResultRemoval {
  /** Takes it out of every list, and what else names it away; `retryAt` is for the heartbeat. */
  hide: (campaign: Identity, retryAt: number) => Promise<void>
  /**
   * What webhooks were told of it, or are to be: looks at so many deliveries as one statement may,
   * from a place on. Null when that was the last, else the place to go on from.
   */
  removeDeliveries: (campaign: Identity, from: string) => Promise<string | null>
  /** So many rows as one statement may take; false when there may be more. */
  removePages: (campaign: Identity) => Promise<boolean>
  /** Its own row, the last that is known of it. */
  removeCampaign: (campaign: Identity) => Promise<void>
}

/** A database that is down, or has used up its day, is asked again after this long. */
const RETRY_MS = 30_000
/** Of `removeDeliveries`; all others are one. */
const QUERIES_A_LOOK = 2
/** While the user waits: a look at deliveries and, unless there are more, two statements' worth of pages. */
const QUERIES_AT_ONCE = QUERIES_A_LOOK + 2
/** One invocation may send 50 to D1 on the free plan; to hide it takes four of them. */
const QUERIES_AN_ALARM = 32

/** All gone, or marked and going. */
export type RemovalStatus = 'removed' | 'removing'

/**
 * The end of a campaign. Marked, it is gone for everybody, and whatever was under way settles into
 * nothing; what it leaves behind is removed in steps that may each be done again, by the alarm.
 */
export class Removal {
  readonly #ports: RemovalPorts
  readonly #saves = new Set<Promise<void>>()
  #isRemoving: boolean | undefined
  #round: Promise<RemovalStatus> | undefined
  /** How far deliveries were looked through; null: to the end. In memory alone: to look again does no harm. */
  #lookedUpTo: string | null = ''

  constructor(ports: RemovalPorts) {
    this.#ports = ports
  }

  get isRemoving(): boolean {
    this.#isRemoving ??= this.#isMarked()
    return this.#isRemoving
  }

  /**
   * Never rejects. The mark and the alarm are durable together, before anything else is done; where
   * the storage is too damaged for a mark, the row in D1 is what the heartbeat goes by.
   */
  begin(): Promise<RemovalStatus> {
    try {
      this.#ports.mark.set()
    } catch (error) {
      this.#ports.trouble('a campaign that is removed could not be marked', error)
    }
    this.#isRemoving = true
    this.#retryLater()
    return this.#run(QUERIES_AT_ONCE)
  }

  /** For the alarm. Never rejects. */
  async resume(): Promise<void> {
    await this.#run(QUERIES_AN_ALARM)
  }

  /** The same ports for as long as the campaign is not being removed; then they do nothing. */
  disableWrites(ports: Ports): Ports {
    const unlessRemoved =
      <Args extends unknown[]>(work: (...args: Args) => void) =>
      (...args: Args) => {
        if (!this.isRemoving) work(...args)
      }
    const { log, snapshots, results, wakeAt, trouble } = ports
    return {
      ...ports,
      log: { ...log, append: unlessRemoved(log.append) },
      snapshots: { ...snapshots, replace: unlessRemoved(snapshots.replace) },
      results: { save: (...rows) => this.#save(() => results.save(...rows)) },
      wakeAt: unlessRemoved(wakeAt),
      trouble: unlessRemoved(trouble),
    }
  }

  /** Of what cannot be read nobody knows that it was marked. */
  #isMarked(): boolean {
    try {
      return this.#ports.mark.isSet()
    } catch (error) {
      if (error instanceof UnreadableCampaign) return false
      throw error
    }
  }

  /** Remembered while it is on its way: what arrived after the removal would stay. */
  async #save(save: () => Promise<void>): Promise<void> {
    if (this.isRemoving) return
    const saving = save()
    this.#saves.add(saving)
    try {
      await saving
    } finally {
      this.#saves.delete(saving)
    }
  }

  /** One round at a time. */
  #run(queries: number): Promise<RemovalStatus> {
    this.#round ??= this.#remove(queries).finally(() => (this.#round = undefined))
    return this.#round
  }

  async #remove(queries: number): Promise<RemovalStatus> {
    const { results, now, wakeAt, erase, trouble } = this.#ports
    try {
      const campaign = this.#ports.campaign()
      await Promise.allSettled(this.#saves)
      await results.hide(campaign, now() + RETRY_MS)
      if (await this.#removeRows(campaign, queries)) {
        await erase()
        wakeAt(undefined)
        // The last: while it stands, the heartbeat sees to it that nothing stays behind.
        await results.removeCampaign(campaign)
        return 'removed'
      }
      wakeAt(now())
    } catch (error) {
      trouble('a campaign could not be removed, it will be tried again', error)
      this.#retryLater()
    }
    return 'removing'
  }

  /** False when there may be more than so many queries take. */
  async #removeRows(campaign: Identity, queries: number): Promise<boolean> {
    const { results } = this.#ports
    let left = queries
    while (this.#lookedUpTo !== null && left > 0) {
      this.#lookedUpTo = await results.removeDeliveries(campaign, this.#lookedUpTo)
      left -= QUERIES_A_LOOK
    }
    for (; left > 0; left--) {
      if (await results.removePages(campaign)) return true
    }
    return false
  }

  #retryLater(): void {
    const { now, wakeAt } = this.#ports
    wakeAt(now() + RETRY_MS)
  }
}
