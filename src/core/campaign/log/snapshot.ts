import { ArchiveReader, ArchiveWriter } from '../../../lib/archive.ts'
import { checksum } from '../../../lib/checksum.ts'
import type { SipKey } from '../../../lib/siphash.ts'
import type { Log } from '../ports.ts'
import { CampaignState } from '../state/state.ts'

const MAGIC = 0xd5
/** Snapshots of other versions are ignored: the log has everything. */
const VERSION = 12

/** A row holds 2 MB at most. */
const CHUNK_BYTES = 1_900_000
/** The head says which snapshot a chunk belongs to; the tail is a checksum of all before it. */
const HEAD_BYTES = 32
const TAIL_BYTES = 4

class UnusableSnapshot extends Error {
  constructor(why: string) {
    super(`unusable snapshot: ${why}`)
  }
}

/** Says which chunk of which snapshot it is. */
interface Seal {
  /** The last record in the snapshot. */
  seq: number
  /** A checksum of that record ties the snapshot to one log. */
  mark: number
  index: number
  isLast: boolean
}

/** Writes the state in chunks, each valid only until `put` returns; returns their number. */
export function writeSnapshot(
  state: CampaignState,
  lastRecord: Uint8Array,
  put: (chunk: Uint8Array) => void,
): number {
  const { seq } = state
  const mark = checksum(lastRecord)
  let chunks = 0
  let isLast = false
  // One buffer for all chunks: writing a snapshot must not double the memory.
  const buffer = new Uint8Array(CHUNK_BYTES)
  const room = buffer.subarray(HEAD_BYTES, -TAIL_BYTES)
  const writer = new ArchiveWriter(room, ({ length }) => {
    const chunk = buffer.subarray(0, HEAD_BYTES + length + TAIL_BYTES)
    writeSeal(chunk, { seq, mark, index: chunks++, isLast })
    put(chunk)
  })
  CampaignState.archive(writer, state)
  isLast = true
  writer.finish()
  return chunks
}

/** Throws unless the chunks are one complete, intact snapshot of this log. */
export function readSnapshot(
  chunks: Iterable<Uint8Array>,
  log: Pick<Log, 'read' | 'after'>,
  slotSecret?: SipKey,
): { state: CampaignState; chunks: number } {
  let count = 0
  function* payloads() {
    for (const { seal, payload } of unsealed(chunks)) {
      if (count++ === 0) assertOfThisLog(seal, log)
      yield payload
    }
  }
  const reader = new ArchiveReader(payloads())
  const state = CampaignState.archive(reader, log, slotSecret)
  reader.finish()
  return { state, chunks: count }
}

/** The last record in a snapshot, by its first chunk; undefined when that cannot be trusted. */
export function snapshotSeq(chunks: Iterable<Uint8Array>): number | undefined {
  try {
    for (const { seal } of unsealed(chunks)) return seal.seq
  } catch {
    // The fault is reported when the snapshot is read.
  }
  return undefined
}

function* unsealed(chunks: Iterable<Uint8Array>): Generator<{ seal: Seal; payload: Uint8Array }> {
  let first: Seal | undefined
  let index = 0
  for (const bytes of chunks) {
    const chunk = unseal(bytes)
    first ??= chunk.seal
    if (chunk.seal.seq !== first.seq || chunk.seal.index !== index++) {
      throw new UnusableSnapshot('its chunks belong to different snapshots')
    }
    yield chunk
    if (chunk.seal.isLast) return
  }
  throw new UnusableSnapshot(index === 0 ? 'it has no chunks' : 'it ends before its last chunk')
}

/** Offsets in a chunk's head, after magic and version. */
const AT = { isLast: 2, mark: 4, index: 8, seq: 16 } as const

function writeSeal(chunk: Uint8Array, { seq, mark, index, isLast }: Seal): void {
  const view = viewOf(chunk)
  chunk.fill(0, 0, HEAD_BYTES)
  chunk[0] = MAGIC
  chunk[1] = VERSION
  chunk[AT.isLast] = Number(isLast)
  view.setUint32(AT.mark, mark)
  view.setUint32(AT.index, index)
  view.setFloat64(AT.seq, seq)
  const end = chunk.length - TAIL_BYTES
  view.setUint32(end, checksum(chunk.subarray(0, end)))
}

function unseal(chunk: Uint8Array): { seal: Seal; payload: Uint8Array } {
  if (chunk[0] !== MAGIC) throw new UnusableSnapshot('a chunk has no magic byte')
  if (chunk[1] !== VERSION) {
    throw new UnusableSnapshot(`version ${chunk[1]}; this program reads version ${VERSION}`)
  }
  const end = chunk.length - TAIL_BYTES
  const view = viewOf(chunk)
  if (end < HEAD_BYTES || view.getUint32(end) !== checksum(chunk.subarray(0, end))) {
    throw new UnusableSnapshot('the checksum of a chunk does not match')
  }
  return {
    seal: {
      isLast: chunk[AT.isLast] === 1,
      mark: view.getUint32(AT.mark),
      index: view.getUint32(AT.index),
      seq: view.getFloat64(AT.seq),
    },
    payload: chunk.subarray(HEAD_BYTES, end),
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function assertOfThisLog(seal: Seal, log: Pick<Log, 'read' | 'after'>): void {
  const [record] = log.after(seal.seq - 1)
  if (record === undefined) throw new UnusableSnapshot('the log is shorter')
  if (checksum(record) !== seal.mark) throw new UnusableSnapshot('it belongs to another log')
}
