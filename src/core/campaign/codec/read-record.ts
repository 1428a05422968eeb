import { decodeRecord, UnreadableRecord } from './record-codec.ts'
import type { CampaignRecord, Step } from '../event.ts'
import { UnreadableCampaign } from './unreadable-campaign.ts'

/** The record of that number; an error that says which one it is where it cannot be read. */
export function readRecord(bytes: Uint8Array, seq: number): CampaignRecord {
  try {
    return decodeRecord(bytes)
  } catch (error) {
    const why = error instanceof UnreadableRecord ? error.why : undefined
    throw new UnreadableCampaign(seq, error, why)
  }
}

/** As a log gives them. */
interface Rows {
  read: (seq: number) => Uint8Array
}

export function recordAt(seq: number, log: Rows): CampaignRecord {
  return readRecord(log.read(seq), seq)
}

/** Where the log has another record in place of a step, it was damaged. */
export function stepAt(seq: number, log: Rows): Step {
  const record = recordAt(seq, log)
  if (record.kind !== 'step') throw new UnreadableCampaign(seq)
  return record
}
