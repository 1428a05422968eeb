import type { ReadBudget } from '../access/read-budget.ts'
import { countedLog } from './log/counted-log.ts'
import type { Log } from './ports.ts'

/** More of a campaign's log was asked for than its crawl can spare. */
export class BusyCampaign extends Error {
  /** After how long to ask again. */
  readonly waitMs: number

  constructor(waitMs: number) {
    super(`the campaign has no time for readers within ${waitMs} ms`)
    this.waitMs = waitMs
  }
}

/** What any call takes, in records. */
const CALL_RECORDS = 10
/** What one of many takes that are read in a row, compared with one that is looked up. */
const IN_A_ROW = 0.25

/**
 * Those who read a campaign's log beside its crawl. Both have one thread, so readers are held to
 * budgets; the crawl itself, edits and what is answered without the log are not.
 */
export class Readers {
  readonly #budgets: readonly ReadBudget[]
  #reads = 0

  constructor(budgets: readonly ReadBudget[]) {
    this.#budgets = budgets
  }

  /** The same log, whose reads are counted. */
  counted(log: Log): Log {
    return countedLog(log, (kind) => {
      this.#reads += kind === 'in_a_row' ? IN_A_ROW : 1
    })
  }

  /**
   * Does what reads the log, all of it at once; throws `BusyCampaign` where that has to wait.
   * `records`: what it takes beside reading, in records.
   */
  run<T>(work: () => T, records = 0): T {
    const waitMs = Math.max(...this.#budgets.map((budget) => budget.waitMs()))
    if (waitMs > 0) throw new BusyCampaign(waitMs)
    const before = this.#reads
    try {
      return work()
    } finally {
      const spent = CALL_RECORDS + records + this.#reads - before
      for (const budget of this.#budgets) budget.spend(spent)
    }
  }
}
