import type { SipKey } from '../../../lib/siphash.ts'
import { readRecord } from '../record/read-record.ts'
import type { Created } from '../record/record.ts'
import { CampaignState, type History } from '../state/state.ts'

/**
 * The state after the first `upTo` records of a log; undefined when there are none. If the records
 * cannot be gone through twice, `history` has to give them again.
 */
export function fold(
  records: Iterable<Uint8Array>,
  upTo = Infinity,
  history: History = () => records,
  slotSecret?: SipKey,
): CampaignState | undefined {
  let state: CampaignState | undefined
  for (const bytes of records) {
    if ((state?.seq ?? 0) >= upTo) break
    const record = readRecord(bytes, (state?.seq ?? 0) + 1)
    state ??= new CampaignState(record as Created, history, slotSecret)
    state.apply(record)
  }
  return state
}

/** The rest of a log, onto the state that its beginning gave. */
export function foldOnto(state: CampaignState, records: Iterable<Uint8Array>): void {
  for (const bytes of records) state.apply(readRecord(bytes, state.seq + 1))
}
