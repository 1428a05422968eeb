import { BrokenBytes, ByteReader } from '../../../lib/byte-reader.ts'
import { ByteWriter } from '../../../lib/byte-writer.ts'
import type { Log } from '../ports.ts'

/** "dowser" in ASCII. */
const MAGIC = [0x64, 0x6f, 0x77, 0x73, 0x65, 0x72]
const VERSION = 1

/** The bytes are not a complete exported log. */
export class BadLogFile extends Error {
  /** The position of the first byte that is wrong or missing. */
  readonly offset: number
  constructor(what: string, offset: number) {
    super(what)
    this.offset = offset
  }
}

/**
 * An exported log begins with magic, version, and the number of records that follow. The number
 * reveals a download that broke off between two records.
 */
export function logHeader(records: number): Uint8Array {
  const out = new ByteWriter()
  for (const byte of MAGIC) out.byte(byte)
  out.byte(VERSION)
  out.varint(records)
  return out.bytes()
}

/** Frames records as an exported log does: the length as a varint, then the bytes. */
export function logFrames(records: readonly Uint8Array[]): Uint8Array {
  const pieces = records.flatMap((record) => [varint(record.length), record])
  const frames = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    frames.set(piece, at)
    at += piece.length
  }
  return frames
}

/** A part ends at whichever comes first: a log may have gigabytes, and a part is held in memory. */
const PART_RECORDS = 500
const PART_BYTES = 1_000_000

/** Consecutive records of a log, framed as in an exported file. */
export interface LogPart {
  frames: Uint8Array
  /** The last record of the part; the one before it when the part is empty. */
  upTo: number
}

/** Reads the records after `after`, up to `upTo` or the size of a part. */
export function logPart(log: Log, after: number, upTo: number): LogPart {
  const records: Uint8Array[] = []
  const limit = Math.min(PART_RECORDS, upTo - after)
  let bytes = 0
  for (const record of limit > 0 ? log.after(after) : []) {
    records.push(record)
    bytes += record.length
    if (records.length === limit || bytes >= PART_BYTES) break
  }
  return { frames: logFrames(records), upTo: after + records.length }
}

/** Undoes `logFrames`. */
export function* recordsIn(frames: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < frames.length;) {
    const { value: length, end: start } = varintAt(frames, at, 'in a part of it')
    at = start + length
    if (at > frames.length) throw cutShort(frames, 'in a part of it')
    yield frames.subarray(start, at)
  }
}

/** Reads the records of an exported log, in order; throws `BadLogFile` when it is incomplete. */
export function* readLogFile(bytes: Uint8Array): Generator<Uint8Array> {
  checkHeader(bytes)
  const header = varintAt(bytes, MAGIC.length + 1, 'in its header')
  let at = header.end
  for (let record = 1; record <= header.value; record++) {
    const where = `in record ${record} of ${header.value}`
    const { value: length, end: start } = varintAt(bytes, at, where)
    at = start + length
    if (at > bytes.length) throw cutShort(bytes, where)
    yield bytes.subarray(start, at)
  }
  if (at < bytes.length)
    throw new BadLogFile(`there are more bytes after its last record, at byte ${at}`, at)
}

function checkHeader(bytes: Uint8Array): void {
  const other = MAGIC.findIndex((byte, at) => at < bytes.length && bytes[at] !== byte)
  if (other >= 0) throw new BadLogFile('not a Dowser log: it has a different header', other)
  const version = bytes[MAGIC.length]
  if (version === undefined) throw cutShort(bytes, 'in its header')
  if (version === VERSION) return
  throw new BadLogFile(
    `a Dowser log of version ${version}; this program reads version ${VERSION}`,
    MAGIC.length,
  )
}

function varint(value: number): Uint8Array {
  const out = new ByteWriter()
  out.varint(value)
  return out.bytes()
}

function varintAt(bytes: Uint8Array, at: number, where: string): { value: number; end: number } {
  const reader = new ByteReader(bytes.subarray(at))
  try {
    const value = reader.varint()
    return { value, end: bytes.length - reader.left }
  } catch (error) {
    if (!(error instanceof BrokenBytes)) throw error
    if (reader.left === 0) throw cutShort(bytes, where)
    throw new BadLogFile(`an impossible length at byte ${at}, ${where}`, at)
  }
}

function cutShort({ length }: Uint8Array, where: string): BadLogFile {
  return new BadLogFile(`cut short at byte ${length}, ${where}`, length)
}
