import type { Log } from '../ports.ts'

/** How a record was read: looked up by its number, or as one of several in a row. */
export type ReadKind = 'single' | 'in_a_row'

/** The same log; `note` is called for each record that is read from it. */
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
