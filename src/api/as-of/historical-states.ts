import type {
  Requester,
  ConcurrencyLimit,
  ConcurrencySlot,
} from '../../core/access/concurrency-limit.ts'
import type { Past } from '../../core/campaign/log/past.ts'

const LOOK_MS = 50
/** Longer than one fold takes; a request that would wait for more is refused. */
const MAX_WAIT_MS = 15_000

/**
 * Campaigns as they were. Few are folded at a time, for each takes a thread and much memory; the
 * last is kept, since who asks one thing of a moment asks more.
 */
export class HistoricalStates {
  readonly #folds: ConcurrencyLimit
  readonly #sleep: (ms: number) => Promise<void>
  #last: { name: string; past: Past } | undefined

  constructor(folds: ConcurrencyLimit, sleep: (ms: number) => Promise<void>) {
    this.#folds = folds
    this.#sleep = sleep
  }

  /** Undefined: too many others are before it. */
  async get(
    name: string,
    requester: Requester,
    fold: (slot: ConcurrencySlot) => Promise<Past>,
  ): Promise<Past | undefined> {
    for (let waitedMs = 0; waitedMs <= MAX_WAIT_MS; waitedMs += LOOK_MS) {
      if (this.#last?.name === name) return this.#last.past
      const slot = this.#folds.acquire(requester)
      if (slot !== undefined) return this.#fold(name, slot, fold)
      await this.#sleep(LOOK_MS)
    }
    return undefined
  }

  async #fold(
    name: string,
    slot: ConcurrencySlot,
    fold: (slot: ConcurrencySlot) => Promise<Past>,
  ): Promise<Past> {
    slot.renew()
    // Two in memory would be too many.
    this.#last = undefined
    try {
      const past = await fold(slot)
      this.#last = { name, past }
      return past
    } finally {
      slot.release()
    }
  }
}
