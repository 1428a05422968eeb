import { ArchiveReader } from '../../lib/archive-reader.ts'
import { ArchiveWriter } from '../../lib/archive-writer.ts'
import { ByteReader } from '../../lib/byte-reader.ts'
import { ByteWriter } from '../../lib/byte-writer.ts'
import { crc32 } from '../../lib/crc32.ts'
import { CampaignState } from './state.ts'

const MAGIC = 0xd5
/** A snapshot of another version is as good as none: the log has everything. */
const VERSION = 1

/** A row holds 2 MB at most. */
const CHUNK_BYTES = 1_900_000
const SEAL_BYTES = 32

class UnusableSnapshot extends Error {
  constructor(why: string) {
    super(`unusable snapshot: ${why}`)
  }
}

/** Which chunk of which snapshot it is. */
interface Seal {
  /** The last record in the snapshot. */
  seq: number
  /** A checksum of that record: a snapshot is of one log and no other. */
  recordCrc: number
  index: number
  isLast: boolean
}

/** The state in chunks; how many there were. */
export function writeSnapshot(
  state: CampaignState,
  lastRecord: Uint8Array,
  put: (chunk: Uint8Array) => void,
): number {
  const { seq } = state
  const recordCrc = markOf(lastRecord)
  let chunks = 0
  let isLast = false
  const writer = new ArchiveWriter(CHUNK_BYTES - SEAL_BYTES, (payload) =>
    put(sealed(payload, { seq, recordCrc, index: chunks++, isLast })),
  )
  CampaignState.archive(writer, state)
  isLast = true
  writer.finish()
  return chunks
}

/** Throws when the chunks are not all of one snapshot of this log, whole and untouched. */
export function readSnapshot(
  chunks: Iterable<Uint8Array>,
  recordAt: (seq: number) => Uint8Array | undefined,
): { state: CampaignState; chunks: number } {
  let count = 0
  function* payloads() {
    for (const { seal, payload } of unsealed(chunks)) {
      if (count++ === 0) assertOfThisLog(seal, recordAt)
      yield payload
    }
  }
  const reader = new ArchiveReader(payloads())
  const state = CampaignState.archive(reader, undefined)
  reader.finish()
  return { state, chunks: count }
}

/** The last record of a snapshot by its first chunk; undefined when there is none to be trusted. */
export function snapshotSeq(chunks: Iterable<Uint8Array>): number | undefined {
  try {
    for (const { seal } of unsealed(chunks)) return seal.seq
  } catch {
    // What it is will be said when it is read.
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
      throw new UnusableSnapshot('its chunks are not of one snapshot')
    }
    yield chunk
    if (chunk.seal.isLast) return
  }
  throw new UnusableSnapshot(index === 0 ? 'there is none' : 'it ends before its last chunk')
}

function sealed(payload: Uint8Array, { seq, recordCrc, index, isLast }: Seal): Uint8Array {
  const head = new ByteWriter()
  head.byte(MAGIC)
  head.byte(VERSION)
  head.byte(Number(isLast))
  head.varint(seq)
  head.uint32(recordCrc)
  head.varint(index)
  head.varint(payload.length)
  const chunk = new Uint8Array(head.bytes().length + payload.length + 4)
  chunk.set(head.bytes())
  chunk.set(payload, head.bytes().length)
  const tail = new ByteWriter()
  tail.uint32(crc32(chunk.subarray(0, -4)))
  chunk.set(tail.bytes(), chunk.length - 4)
  return chunk
}

function unseal(chunk: Uint8Array): { seal: Seal; payload: Uint8Array } {
  if (chunk[0] !== MAGIC) throw new UnusableSnapshot('a chunk does not begin like one')
  if (chunk[1] !== VERSION) {
    throw new UnusableSnapshot(`version ${chunk[1]}, while this program reads ${VERSION}`)
  }
  const body = chunk.subarray(0, -4)
  if (chunk.length < 4 || new ByteReader(chunk.subarray(-4)).uint32() !== crc32(body)) {
    throw new UnusableSnapshot('the checksum of a chunk does not match')
  }
  const head = new ByteReader(body.subarray(2))
  const isLast = head.byte() === 1
  const seal = { isLast, seq: head.varint(), recordCrc: head.uint32(), index: head.varint() }
  return { seal, payload: body.subarray(body.length - head.varint()) }
}

function assertOfThisLog(seal: Seal, recordAt: (seq: number) => Uint8Array | undefined): void {
  const record = recordAt(seal.seq)
  if (record === undefined) throw new UnusableSnapshot('the log ends before it')
  if (markOf(record) !== seal.recordCrc) throw new UnusableSnapshot('it is of another log')
}

/** Without the record's own checksum: of a text and its checksum the checksum is always the same. */
function markOf(record: Uint8Array): number {
  return crc32(record.subarray(0, -4))
}
