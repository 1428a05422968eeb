interface Timer {
  at: number
  fire: () => void
}

/** Real turns of the event loop without anything under way, after which nothing is left to happen. */
const QUIET_TURNS = 3

/** Where workerd has none, its timers cost nothing. */
const nextTurn = (done: () => void) => void (globalThis.setImmediate ?? setTimeout)(done)

/**
 * Time that passes only when there is nothing left to do, and then jumps to the next timer. Work
 * that takes real time is waited for, so that the order of events is the same on every machine.
 */
export class VirtualClock {
  #now: number
  #timers: Timer[] = []
  #underWay = 0

  constructor(now: number) {
    this.#now = now
  }

  readonly now = (): number => this.#now

  readonly wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((done) => {
      this.at(this.#now + ms, done)
      signal?.addEventListener('abort', () => {
        this.#timers = this.#timers.filter(({ fire }) => fire !== done)
        done()
      })
    })

  /** Timers for the same moment fire in the order in which they were set. */
  at(at: number, fire: () => void): void {
    const place = this.#timers.findLastIndex((timer) => timer.at <= at)
    this.#timers.splice(place + 1, 0, { at, fire })
  }

  /** Lets no time pass until the work is done. */
  async busy<T>(work: Promise<T>): Promise<T> {
    this.#underWay++
    try {
      return await work
    } finally {
      this.#underWay--
    }
  }

  /** Whoever waits will wait for ever, as after a crash. */
  forgetTimers(): void {
    this.#timers = []
  }

  /** Fires timers in order until none is left, or something is so. */
  async run(isOver: () => boolean = () => false): Promise<void> {
    for (;;) {
      await this.#settle()
      const timer = isOver() ? undefined : this.#timers.shift()
      if (timer === undefined) return
      this.#now = Math.max(this.#now, timer.at)
      timer.fire()
    }
  }

  /** Lets time pass until the work is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const end = () => (isDone = true)
    work.then(end, end)
    await this.run(() => isDone)
    return work
  }

  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = this.#underWay > 0 ? 0 : quiet + 1) {
      await new Promise<void>(nextTurn)
    }
  }
}
