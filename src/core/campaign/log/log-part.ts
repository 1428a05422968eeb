import { logFrames } from './log-file.ts'
import type { Log } from '../ports.ts'

/** Whichever comes first: what is held in memory of a log that may have gigabytes. */
const PART_RECORDS = 500
const PART_BYTES = 1_000_000

/** Some records of a log, one after the other, as they stand in an exported file. */
export interface LogPart {
  frames: Uint8Array
  /** The number of the last of them; of the one before the first where there are none. */
  upTo: number
}

/** The records after `after`, none beyond `upTo`, as many as make a part. */
export function logPart(log: Log, after: number, upTo: number): LogPart {
  const records: Uint8Array[] = []
  const most = Math.min(PART_RECORDS, upTo - after)
  let bytes = 0
  for (const record of most > 0 ? log.after(after) : []) {
    records.push(record)
    bytes += record.length
    if (records.length === most || bytes >= PART_BYTES) break
  }
  return { frames: logFrames(records), upTo: after + records.length }
}
