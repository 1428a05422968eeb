import type { Identity } from './campaign.ts'
import type { Ports } from './ports.ts'

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
  /** So many rows as one statement may take; false when there may be more. */
  removePages: (campaign: Identity) => Promise<boolean>
  /** Its own row, the last that is known of it. */
  forget: (campaign: Identity) => Promise<void>
}

/** A database that is down, or has used up its day, is asked again after this long. */
const RETRY_MS = 30_000
/** What is removed while the user waits: up to two statements' worth of pages. */
const BATCHES_AT_ONCE = 2
/** One invocation may send 50 queries to D1 on the free plan. */
const BATCHES_AN_ALARM = 30

/** All gone, or marked and going. */
export type Removed = 'gone' | 'going'

/**
 * The end of a campaign. Marked, it is gone for everybody, and whatever was under way settles into
 * nothing; what it leaves behind is removed in steps that may each be done again, by the alarm.
 */
export class Removal {
  readonly #ports: RemovalPorts
  readonly #saves = new Set<Promise<void>>()
  #isUnderWay: boolean
  #round: Promise<Removed> | undefined

  constructor(ports: RemovalPorts) {
    this.#ports = ports
    this.#isUnderWay = ports.mark.isSet()
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay
  }

  /** Never rejects. The mark and the alarm are durable together, before anything else is done. */
  begin(): Promise<Removed> {
    this.#ports.mark.set()
    this.#isUnderWay = true
    this.#retryLater()
    return this.#run(BATCHES_AT_ONCE)
  }

  /** For the alarm. Never rejects. */
  async goOn(): Promise<void> {
    await this.#run(BATCHES_AN_ALARM)
  }

  /** The same ports for as long as the campaign is not being removed; then they do nothing. */
  fenced(ports: Ports): Ports {
    const unlessRemoved =
      <Args extends unknown[]>(work: (...args: Args) => void) =>
      (...args: Args) => {
        if (!this.#isUnderWay) work(...args)
      }
    const { log, snapshots, projection, wakeAt, trouble } = ports
    return {
      ...ports,
      log: { ...log, append: unlessRemoved(log.append) },
      snapshots: { ...snapshots, replace: unlessRemoved(snapshots.replace) },
      projection: { save: (...rows) => this.#save(() => projection.save(...rows)) },
      wakeAt: unlessRemoved(wakeAt),
      trouble: unlessRemoved(trouble),
    }
  }

  /** Remembered while it is on its way: what arrived after the removal would stay. */
  async #save(save: () => Promise<void>): Promise<void> {
    if (this.#isUnderWay) return
    const saving = save()
    this.#saves.add(saving)
    try {
      await saving
    } finally {
      this.#saves.delete(saving)
    }
  }

  /** One round at a time. */
  #run(batches: number): Promise<Removed> {
    this.#round ??= this.#remove(batches).finally(() => (this.#round = undefined))
    return this.#round
  }

  async #remove(batches: number): Promise<Removed> {
    const { results, now, wakeAt, erase, trouble } = this.#ports
    try {
      const campaign = this.#ports.campaign()
      await Promise.allSettled(this.#saves)
      await results.hide(campaign, now() + RETRY_MS)
      for (let i = 0; i < batches; i++) {
        if (!(await results.removePages(campaign))) continue
        await erase()
        wakeAt(undefined)
        // The last: while it stands, the heartbeat sees to it that nothing stays behind.
        await results.forget(campaign)
        return 'gone'
      }
      wakeAt(now())
    } catch (error) {
      trouble('a campaign could not be removed, it will be tried again', error)
      this.#retryLater()
    }
    return 'going'
  }

  #retryLater(): void {
    const { now, wakeAt } = this.#ports
    wakeAt(now() + RETRY_MS)
  }
}
