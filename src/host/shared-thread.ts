import { READS_OF_AN_ISOLATE } from '../core/access/limits.ts'
import { ReadBudget } from '../core/access/read-budget.ts'

/** What the campaigns of an isolate or a process share, since they take turns on one thread. */
export class SharedThread {
  /** Log records that all of them may read for their clients. */
  readonly reads: ReadBudget
  #crawls = 0

  constructor(now: () => number) {
    this.reads = new ReadBudget(READS_OF_AN_ISOLATE, now, () => this.#crawls > 0)
  }

  /** Runs a campaign's ticks; readers get less meanwhile. */
  async crawl(ticks: () => Promise<void>): Promise<void> {
    this.#crawls++
    try {
      await ticks()
    } finally {
      this.#crawls--
    }
  }
}
