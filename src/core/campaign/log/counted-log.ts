import type { Log } from '../ports.ts'

/** The same log; `note` is called for each record that is read from it. */
export function countedLog(log: Log, note: () => void): Log {
  return {
    ...log,
    read(seq) {
      note()
      return log.read(seq)
    },
    *after(seq) {
      for (const record of log.after(seq)) {
        note()
        yield record
      }
    },
  }
}
