import { encodeRecord } from '../codec/record-codec.ts'
import { readRecord, UnreadableCampaign } from '../codec/read-record.ts'
import type { Created } from '../event.ts'
import { logFrames } from './log-file.ts'
import { recordsIn } from './log-file-reader.ts'

/** The campaign that a log is of, by its first record. Throws `UnreadableCampaign`. */
export function identityIn(first: Uint8Array): Pick<Created, 'id' | 'owner'> {
  const { id, owner } = readCreated(first)
  return { id, owner }
}

/** The beginning of a log as that of another campaign: only its first record says which it is. */
export function renamed(
  frames: Uint8Array,
  { id, owner }: Pick<Created, 'id' | 'owner'>,
): Uint8Array {
  const [first, ...rest] = recordsIn(frames)
  const created = readCreated(first!)
  if (created.id === id && created.owner === owner) return frames
  return logFrames([encodeRecord({ ...created, id, owner }), ...rest])
}

function readCreated(first: Uint8Array) {
  const record = readRecord(first, 1)
  if (record.kind === 'created') return record
  throw new UnreadableCampaign(1, undefined, 'it does not create a campaign')
}
