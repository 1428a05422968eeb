import { decodeRecord } from './record-codec.ts'
import type { CampaignRecord, Created } from './record.ts'
import { CampaignState, type History } from './state.ts'
import { UnreadableCampaign } from './unreadable-campaign.ts'

/**
 * The state after the first `upTo` records of a log; undefined when there are none. If the records
 * cannot be gone through twice, `history` has to give them again.
 */
export function fold(
  records: Iterable<Uint8Array>,
  upTo = Infinity,
  history: History = () => records,
): CampaignState | undefined {
  let state: CampaignState | undefined
  for (const bytes of records) {
    if ((state?.seq ?? 0) >= upTo) break
    const record = decode(bytes, (state?.seq ?? 0) + 1)
    state ??= new CampaignState(record as Created, history)
    state.apply(record)
  }
  return state
}

/** The rest of a log, onto the state that its beginning gave. */
export function foldOnto(state: CampaignState, records: Iterable<Uint8Array>): void {
  for (const bytes of records) state.apply(decode(bytes, state.seq + 1))
}

function decode(bytes: Uint8Array, seq: number): CampaignRecord {
  try {
    return decodeRecord(bytes)
  } catch (error) {
    throw new UnreadableCampaign(seq, error)
  }
}
