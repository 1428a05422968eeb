import type { SipKey } from '../../../lib/siphash.ts'
import { fold, foldOnto } from './fold.ts'
import { recordsIn } from './log-file.ts'
import type { LogPart } from './log-part.ts'
import type { Log } from '../ports.ts'
import type { QueryContext } from '../queries.ts'
import type { CampaignState } from '../state/state.ts'
import { UnreadableCampaign } from '../codec/unreadable-campaign.ts'

/**
 * How much of a log is folded to answer a question about the past: about two seconds' worth, and no
 * more bytes than leave room for the state beside them.
 */
export const MOST_PAST_RECORDS = 20_000
const MOST_PAST_BYTES = 16_000_000

/** Beyond how many records nobody gets, by how many there were or how large they were. */
export type Past = { kind: 'past'; context: QueryContext } | { kind: 'beyond'; reach: number }

/** A campaign as it was after a record, folded anew from the parts of its log; the campaign itself is not held up. */
export async function pastAt(
  seq: number,
  read: (after: number) => Promise<LogPart>,
  slotSecret?: SipKey,
): Promise<Past> {
  if (seq > MOST_PAST_RECORDS) return { kind: 'beyond', reach: MOST_PAST_RECORDS }
  const records: Uint8Array[] = []
  let state: CampaignState | undefined
  let bytes = 0
  while (records.length < seq) {
    const { frames } = await read(records.length)
    const part = [...recordsIn(frames)]
    if (part.length === 0) throw new UnreadableCampaign(records.length + 1)
    bytes += frames.length
    if (bytes > MOST_PAST_BYTES) return { kind: 'beyond', reach: records.length }
    // Before they are folded: a change of policy is told everything from the first record on.
    records.push(...part)
    if (state === undefined) state = fold(part, Infinity, () => records, slotSecret)
    else foldOnto(state, part)
  }
  return { kind: 'past', context: { state: state!, log: heldLog(records) } }
}

/** Records at hand, as a log that is only read. */
function heldLog(records: readonly Uint8Array[]): Log {
  return {
    append: () => {
      throw new Error('the past is not written')
    },
    read: (seq) => records[seq - 1]!,
    after: (seq) => records.slice(seq),
  }
}
