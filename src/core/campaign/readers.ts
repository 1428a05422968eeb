import type { ReadBudget } from '../access/read-budget.ts'
import type { Log } from './ports.ts'

/** The crawl cannot spare more time for reading the campaign's log. */
export class BusyCampaign extends Error {
  /** How long to wait before asking again. */
  readonly waitMs: number

  constructor(waitMs: number) {
    super(`the campaign has no time for readers within ${waitMs} ms`)
    this.waitMs = waitMs
  }
}

/** How a record was read: looked up by its number, or as one of several in a row. */
type ReadKind = 'single' | 'in_a_row'

/** The same log, which calls `note` for each record that is read from it. */
export function countedLog(log: Log, note: (kind: ReadKind) => void): Log {
  return {
    ...log,
    read(seq) {
      note('single')
      return log.read(seq)
    },
    *after(seq) {
      for (const record of log.after(seq)) {
        note('in_a_row')
        yield record
      }
    },
  }
}

/** The cost of any call, in records. */
const CALL_RECORDS = 10
/** The cost of a record read in a row, compared with one that is looked up. */
const IN_A_ROW = 0.25

/**
 * Holds those who read a campaign's log to budgets, since they share one thread with the crawl. The
 * crawl itself, edits and queries that do not read the log are exempt.
 */
export class Readers {
  readonly #budgets: readonly ReadBudget[]
  #reads = 0

  constructor(budgets: readonly ReadBudget[]) {
    this.#budgets = budgets
  }

  /** The same log, whose reads are charged. */
  counted(log: Log): Log {
    return countedLog(log, (kind) => {
      this.#reads += kind === 'in_a_row' ? IN_A_ROW : 1
    })
  }

  /**
   * Runs what reads the log, all at once; throws `BusyCampaign` when it has to wait. `records`: its
   * cost on top of reading, in records.
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
