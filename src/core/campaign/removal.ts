import type { Identity } from './campaign.ts'
import type { Ports } from './ports.ts'
import { UnreadableCampaign } from './codec/read-record.ts'

/** Everything outside the core that a removal may use. */
export interface RemovalPorts extends Pick<Ports, 'now' | 'wakeAt' | 'trouble'> {
  campaign: () => Identity
  /** The removal mark: durable, and erased last with the rest. */
  mark: { isSet: () => boolean; set: () => void }
  results: ResultRemoval
  /** Erases the log, the snapshots, the mark and the alarm: everything but the results. */
  erase: () => Promise<void>
}

/** Removes the results of a campaign. Each step may be repeated. */
export interface ResultRemoval {
  /** Takes it out of every list, with its webhooks and idempotency keys; the heartbeat looks at `retryAt`. */
  hide: (campaign: Identity, retryAt: number) => Promise<void>
  /**
   * Removes its deliveries among as many as one statement may read, from a position on. Returns the
   * position to continue from; null after the last.
   */
  removeDeliveries: (campaign: Identity, from: string) => Promise<string | null>
  /** Removes as many rows as one statement may; false when there may be more. */
  removePages: (campaign: Identity) => Promise<boolean>
  /** Removes its own row, the last trace of it. */
  removeCampaign: (campaign: Identity) => Promise<void>
}

/** The pause before the next attempt when the database is down, or over its daily limit. */
const RETRY_MS = 30_000
/** Queries of `removeDeliveries`; each other step takes one. */
const DELIVERY_QUERIES = 2
/** The first round, which the user waits for: deliveries once and, if those were all, pages twice. */
const FIRST_ROUND_QUERIES = DELIVERY_QUERIES + 2

/** `removing`: marked, and hidden from everybody; the alarm does the rest. */
export type RemovalStatus = 'removed' | 'removing'

/**
 * Removes a campaign. Once it is marked nobody finds it any more, and what was under way writes
 * nothing. The alarm removes the rest in steps that may be repeated.
 */
export class Removal {
  readonly #ports: RemovalPorts
  readonly #saves = new Set<Promise<void>>()
  #isRemoving: boolean | undefined
  #round: Promise<RemovalStatus> | undefined
  /** Where to continue with the deliveries; null after the last. Only in memory: starting over does no harm. */
  #nextDelivery: string | null = ''

  constructor(ports: RemovalPorts) {
    this.#ports = ports
  }

  get isRemoving(): boolean {
    this.#isRemoving ??= this.#isMarked()
    return this.#isRemoving
  }

  /**
   * Never rejects. The mark and the alarm become durable together, before anything else is done. If
   * the storage is too damaged for a mark, the heartbeat goes by the campaign's row in the results.
   */
  begin(): Promise<RemovalStatus> {
    try {
      this.#ports.mark.set()
    } catch (error) {
      this.#ports.trouble('a campaign that is removed could not be marked', error)
    }
    this.#isRemoving = true
    this.#retryLater()
    return this.#run(FIRST_ROUND_QUERIES)
  }

  /** Called by the alarm, which may send this many queries. Never rejects. */
  async resume(maxQueries: number): Promise<void> {
    await this.#run(maxQueries)
  }

  /** The same ports; once the removal has begun, they write nothing. */
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

  /** Storage that cannot be read counts as not marked. */
  #isMarked(): boolean {
    try {
      return this.#ports.mark.isSet()
    } catch (error) {
      if (error instanceof UnreadableCampaign) return false
      throw error
    }
  }

  /** A save under way is waited for: rows that arrived after the removal would stay. */
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

  /** Runs one round at a time. */
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
        // Last: while the row stands, the heartbeat repeats the removal.
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

  /** False when these queries may not have removed all rows. */
  async #removeRows(campaign: Identity, queries: number): Promise<boolean> {
    const { results } = this.#ports
    let left = queries
    while (this.#nextDelivery !== null && left > 0) {
      this.#nextDelivery = await results.removeDeliveries(campaign, this.#nextDelivery)
      left -= DELIVERY_QUERIES
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
