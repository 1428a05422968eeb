import { decodeRecord } from './record-codec.ts'
import type { CampaignRecord } from './record.ts'
import { UnreadableCampaign } from './unreadable-campaign.ts'

/** The record of that number; an error that says which one it is where it cannot be read. */
export function readRecord(bytes: Uint8Array, seq: number): CampaignRecord {
  try {
    return decodeRecord(bytes)
  } catch (error) {
    throw new UnreadableCampaign(seq, error)
  }
}
