import type { CampaignRecord, Step } from '../event.ts'
import { UnreadableRecord, decodeRecord } from './record-codec.ts'

/** Reads one record; the error for an unreadable one names it. */
export function readRecord(bytes: Uint8Array, seq: number): CampaignRecord {
  try {
    return decodeRecord(bytes)
  } catch (error) {
    const why = error instanceof UnreadableRecord ? error.why : undefined
    throw new UnreadableCampaign(seq, error, why)
  }
}

interface Rows {
  read: (seq: number) => Uint8Array
}

export function recordAt(seq: number, log: Rows): CampaignRecord {
  return readRecord(log.read(seq), seq)
}

/** A log with another kind of record where a step is expected is damaged. */
export function stepAt(seq: number, log: Rows): Step {
  const record = recordAt(seq, log)
  if (record.kind !== 'step') throw new UnreadableCampaign(seq)
  return record
}

/** The pause before the next attempt: a later version of the program may be able to read it. */
export const UNREADABLE_RETRY_MS = 600_000

/** There is a campaign, but its log cannot be read. */
export class UnreadableCampaign extends Error {
  /** The first record that cannot be read; undefined when none can. */
  readonly seq: number | undefined
  /** What is wrong with the record, if known. */
  readonly why: string | undefined

  constructor(seq: number | undefined, cause?: unknown, why?: string) {
    const what =
      seq === undefined ? 'the log is lost or damaged' : `record ${seq} of the log cannot be read`
    super(what, { cause })
    this.seq = seq
    this.why = why
  }
}
