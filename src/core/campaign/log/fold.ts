import type { SipKey } from '../../../lib/siphash.ts'
import { readRecord, UnreadableCampaign } from '../codec/read-record.ts'
import type { CampaignRecord } from '../event.ts'
import { replay } from '../evolve.ts'
import { CampaignState, type History } from '../state/state.ts'

/**
 * Folds the first `upTo` records of a log into a state; undefined when there are none. `history`
 * gives the records again, for when `records` can be iterated only once.
 */
export function fold(
  records: Iterable<Uint8Array>,
  upTo = Infinity,
  history: History = historyOf(records),
  slotSecret?: SipKey,
): CampaignState | undefined {
  let state: CampaignState | undefined
  for (const bytes of records) {
    if ((state?.seq ?? 0) >= upTo) break
    const record = readRecord(bytes, (state?.seq ?? 0) + 1)
    state ??= begin(record, history, slotSecret)
    replayOnto(state, record)
  }
  return state
}

/** Records that can be iterated again and again, as a history. */
export function historyOf(records: Iterable<Uint8Array>): History {
  const rows = () => (Array.isArray(records) ? (records as Uint8Array[]) : [...records])
  return { read: (seq) => rows()[seq - 1]!, after: (seq) => rows().slice(seq) }
}

/** The state before the first record, which creates the campaign. */
export function begin(
  record: CampaignRecord,
  history: History,
  slotSecret?: SipKey,
): CampaignState {
  if (record.kind !== 'created') throw new UnreadableCampaign(1)
  return new CampaignState(record, history, slotSecret)
}

/** Folds the rest of a log into the state of its beginning. */
export function foldOnto(state: CampaignState, records: Iterable<Uint8Array>): void {
  for (const bytes of records) replayOnto(state, readRecord(bytes, state.seq + 1))
}

/** An intact record may still make no sense after those before it. */
function replayOnto(state: CampaignState, record: CampaignRecord): void {
  const seq = state.seq + 1
  try {
    replay(state, record)
  } catch (error) {
    throw error instanceof UnreadableCampaign ? error : new UnreadableCampaign(seq, error)
  }
}
