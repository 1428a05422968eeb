import type { SipKey } from '../../../lib/siphash.ts'
import { fold, foldOnto, historyOf } from './fold.ts'
import type { LogPart } from './log-file.ts'
import { recordsIn } from './log-file-reader.ts'
import type { Log } from '../ports.ts'
import type { QueryContext } from '../queries.ts'
import type { CampaignState } from '../state/state.ts'
import { UnreadableCampaign } from '../codec/read-record.ts'

/**
 * How much of a log is folded for a query about the past: about two seconds' worth, and few enough
 * bytes to leave room for the state.
 */
export const MAX_PAST_RECORDS = 20_000
const MAX_PAST_BYTES = 16_000_000

/** `beyond`: the record is out of reach, by number or by size; `reach` is the last one within. */
export type Past = { kind: 'past'; context: QueryContext } | { kind: 'beyond'; reach: number }

/** Folds a campaign as it was after record `seq` from the parts of its log, without holding up the campaign. */
export async function pastAt(
  seq: number,
  read: (after: number) => Promise<LogPart>,
  slotSecret?: SipKey,
): Promise<Past> {
  if (seq > MAX_PAST_RECORDS) return { kind: 'beyond', reach: MAX_PAST_RECORDS }
  const records: Uint8Array[] = []
  let state: CampaignState | undefined
  let bytes = 0
  while (records.length < seq) {
    const { frames } = await read(records.length)
    const part = recordsIn(frames)
    if (part.length === 0) throw new UnreadableCampaign(records.length + 1)
    bytes += frames.length
    if (bytes > MAX_PAST_BYTES) return { kind: 'beyond', reach: records.length }
    // Records are added before they are folded: a new policy learns all records from the first on.
    records.push(...part)
    if (state === undefined) state = fold(part, Infinity, historyOf(records), slotSecret)
    else foldOnto(state, part)
  }
  return { kind: 'past', context: { state: state!, log: heldLog(records) } }
}

/** A read-only log of records in memory. */
function heldLog(records: readonly Uint8Array[]): Log {
  return {
    append: () => {
      throw new Error('the past is read-only')
    },
    ...historyOf(records),
  }
}
