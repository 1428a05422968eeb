import { addUsage, noUsage, type Usage } from '../core/campaign/cost/usage.ts'

/** Counts what a campaign is billed for. */
export interface Meter {
  add(more: Partial<Usage>): void
  /** A call or an alarm: one request, and the campaign is awake until it is answered. */
  request<T>(work: () => T | Promise<T>): Promise<T>
  awake<T>(work: () => T | Promise<T>): Promise<T>
  /** Returns what was counted since the last call. */
  take(): Usage
}

export class BillingMeter implements Meter {
  readonly #now: () => number
  #spent = noUsage()
  #underWay = 0
  #countedUntil = 0

  constructor(now: () => number) {
    this.#now = now
  }

  add(more: Partial<Usage>): void {
    addUsage(this.#spent, { ...noUsage(), ...more })
  }

  request<T>(work: () => T | Promise<T>): Promise<T> {
    this.add({ requests: 1 })
    return this.awake(work)
  }

  /** Work that overlaps is counted once. */
  async awake<T>(work: () => T | Promise<T>): Promise<T> {
    this.#countAwake()
    this.#underWay++
    try {
      return await work()
    } finally {
      this.#countAwake()
      this.#underWay--
    }
  }

  take(): Usage {
    this.#countAwake()
    const spent = this.#spent
    this.#spent = noUsage()
    return spent
  }

  #countAwake(): void {
    const now = this.#now()
    if (this.#underWay > 0) this.#spent.awakeMs += Math.max(0, now - this.#countedUntil)
    this.#countedUntil = now
  }
}

/** Counts nothing: a process on one's own machine is billed for nothing. */
export const FREE_METER: Meter = {
  add: () => {},
  request: async (work) => work(),
  awake: async (work) => work(),
  take: noUsage,
}
