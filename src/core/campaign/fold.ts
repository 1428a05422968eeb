import { decodeRecord } from './record-codec.ts'
import type { Created } from './record.ts'
import { CampaignState } from './state.ts'

/** The state after the first `upTo` records of a log; undefined when there are none. */
export function fold(records: Iterable<Uint8Array>, upTo = Infinity): CampaignState | undefined {
  let state: CampaignState | undefined
  for (const bytes of records) {
    if ((state?.seq ?? 0) >= upTo) break
    const record = decodeRecord(bytes)
    state ??= new CampaignState(record as Created)
    state.apply(record)
  }
  return state
}
