import { waitMs, type Invocation } from '../../core/campaign/tick/awake.ts'
import type { Meter } from './meter.ts'

/** The object's alarm, and how much of its limits the invocation that answers it has used. */
export class ObjectAlarm {
  readonly #storage: Pick<DurableObjectStorage, 'setAlarm' | 'deleteAlarm'>
  readonly #meter: Meter
  readonly #now: () => number
  #wakeAt: number | undefined
  #invocation: Invocation | undefined

  constructor(
    storage: Pick<DurableObjectStorage, 'setAlarm' | 'deleteAlarm'>,
    meter: Meter,
    now: () => number,
  ) {
    this.#storage = storage
    this.#meter = meter
    this.#now = now
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
    if (this.isAnswered) return
    this.#meter.add({ rowsWritten: 1 })
    this.set(at)
  }

  /** Sets the alarm at once, whether one is being answered or not. */
  set(at: number | undefined): void {
    this.#wakeAt = at
    void (at === undefined ? this.#storage.deleteAlarm() : this.#storage.setAlarm(at))
  }

  /** Nothing is to be done next, unless the tick that follows says so. */
  clear(): void {
    this.#wakeAt = undefined
  }

  /** Counts what the free plan limits for each invocation. */
  count(what: 'requests' | 'records' | 'saves' | 'ticks'): void {
    if (this.#invocation) this.#invocation[what]++
  }

  /** How long to stay awake until the next tick; undefined when an alarm is due instead. */
  waitMs(): number | undefined {
    return this.#invocation && waitMs(this.#wakeAt, this.#now(), this.#invocation)
  }

  async answer(work: () => Promise<void>): Promise<void> {
    this.#invocation = { startedAt: this.#now(), ticks: 0, requests: 0, records: 0, saves: 0 }
    // The row of the alarm that is set in the end: by then the last record is written.
    this.#meter.add({ rowsWritten: 1 })
    try {
      await work()
    } finally {
      this.#invocation = undefined
      this.set(this.#wakeAt)
    }
  }
}
