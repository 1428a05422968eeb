import { maxStarts, waitMs, type Fetching, type Invocation } from '../core/campaign/tick/awake.ts'
import type { CampaignPlatform } from './platform.ts'

type AlarmPlatform = Pick<CampaignPlatform, 'setAlarm' | 'meter' | 'now' | 'wait' | 'limits'>

/** A campaign's alarm, and how much of its limits the invocation that answers it has used. */
export class CampaignAlarm {
  readonly #platform: AlarmPlatform
  #wakeAt: number | undefined
  #invocation: Invocation | undefined
  #moved: PromiseWithResolvers<void> | undefined

  constructor(platform: AlarmPlatform) {
    this.#platform = platform
  }

  get isAnswered(): boolean {
    return this.#invocation !== undefined
  }

  /**
   * Sets when to tick next; undefined for never. Until an alarm has been answered the platform
   * keeps it, so meanwhile the time is only noted, and `answer` sets it in the end.
   */
  readonly wakeAt = (at: number | undefined): void => {
    this.#wakeAt = at
    this.move()
    if (this.isAnswered) return
    this.#platform.meter.add({ rowsWritten: 1 })
    this.set(at)
  }

  /** Sets the alarm at once, whether one is being answered or not. */
  set(at: number | undefined): void {
    this.#wakeAt = at
    this.move()
    this.#platform.setAlarm(at)
  }

  /** Nothing is to be done next, unless the tick that follows says so. */
  clear(): void {
    this.#wakeAt = undefined
  }

  /** Counts what a platform may limit for each invocation. */
  count(what: 'requests' | 'records' | 'saves' | 'ticks'): void {
    if (this.#invocation) this.#invocation[what]++
  }

  /** Whether to stay awake until the next tick; if not, an alarm is due instead. */
  get isWorthWaiting(): boolean {
    const { now, limits } = this.#platform
    if (this.#invocation === undefined) return false
    return waitMs(this.#wakeAt, now(), this.#invocation, limits) !== undefined
  }

  /** How many fetches may be started beside those under way. */
  maxStarts(fetching: Fetching): number {
    const { now, limits } = this.#platform
    return this.#invocation ? maxStarts(fetching, now(), this.#invocation, limits) : 0
  }

  /** Waits until the time of the next tick is set anew or, with `orDue`, has come. */
  async moved({ orDue }: { orDue: boolean }): Promise<void> {
    const { now, wait } = this.#platform
    this.#moved ??= Promise.withResolvers()
    // Others get in between: not every fetch has to wait for the network.
    const moved = this.#moved.promise.then(() => wait(0))
    if (!orDue || this.#wakeAt === undefined) return moved
    const over = new AbortController()
    await Promise.race([moved, wait(Math.max(0, this.#wakeAt - now()), over.signal)])
    // A timer that is left would keep the platform awake.
    over.abort()
  }

  /** Ends the wait for the next tick: something has changed. */
  move(): void {
    this.#moved?.resolve()
    this.#moved = undefined
  }

  async answer(work: () => Promise<void>): Promise<void> {
    const { now, meter } = this.#platform
    this.#invocation = { startedAt: now(), ticks: 0, requests: 0, records: 0, saves: 0 }
    // The row of the alarm that is set in the end: by then the last record is written.
    meter.add({ rowsWritten: 1 })
    try {
      await work()
    } finally {
      this.#invocation = undefined
      this.set(this.#wakeAt)
    }
  }
}
