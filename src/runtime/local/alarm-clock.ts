import { logLine } from '../../lib/log-line.ts'

/**
 * The longest timer: a clock that was set, or a machine that slept, is noticed within this time. And
 * timers of more than 24.8 days would ring at once.
 */
const MAX_TIMER_MS = 60_000
/** The pause after an alarm whose answer failed. */
const RETRY_MS = 30_000

interface Alarm {
  at: number
  timer: ReturnType<typeof setTimeout>
}

/** The alarms of all campaigns of a process, one for each name. What is overdue rings at once. */
export class AlarmClock {
  readonly #ring: (name: string) => Promise<void>
  readonly #now: () => number
  readonly #alarms = new Map<string, Alarm>()
  /** Alarms that are being answered. Another one for the same name waits for the end of it. */
  readonly #ringing = new Set<string>()
  #isStopped = false

  constructor(ring: (name: string) => Promise<void>, now: () => number) {
    this.#ring = ring
    this.#now = now
  }

  /** Replaces the alarm of that name; undefined for none. */
  set(name: string, at: number | undefined): void {
    clearTimeout(this.#alarms.get(name)?.timer)
    this.#alarms.delete(name)
    if (at === undefined || this.#isStopped) return
    const waitMs = Math.min(Math.max(0, at - this.#now()), MAX_TIMER_MS)
    this.#alarms.set(name, { at, timer: setTimeout(() => this.#check(name), waitMs) })
  }

  /** Whether an alarm of that name is being answered. */
  isRinging(name: string): boolean {
    return this.#ringing.has(name)
  }

  /** No alarm rings any more. */
  stop(): void {
    this.#isStopped = true
    for (const name of this.#alarms.keys()) this.set(name, undefined)
  }

  #check(name: string): void {
    const alarm = this.#alarms.get(name)
    // `#answer` looks again when it is done.
    if (alarm === undefined || this.#ringing.has(name)) return
    if (this.#now() < alarm.at) return this.set(name, alarm.at)
    this.#alarms.delete(name)
    void this.#answer(name)
  }

  async #answer(name: string): Promise<void> {
    this.#ringing.add(name)
    try {
      await this.#ring(name)
    } catch (error) {
      console.error(logLine('an alarm could not be answered', { campaign: name, error }))
      if (!this.#alarms.has(name)) this.set(name, this.#now() + RETRY_MS)
    } finally {
      this.#ringing.delete(name)
      this.#check(name)
    }
  }
}
