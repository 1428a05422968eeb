import { ByteWriter } from '../../../lib/byte-writer.ts'
import type { Log } from '../ports.ts'

/** "dowser" in ASCII. */
export const LOG_FILE_MAGIC = [0x64, 0x6f, 0x77, 0x73, 0x65, 0x72]
export const LOG_FILE_VERSION = 1

/**
 * An exported log begins with magic, version, and the number of records that follow. The number
 * reveals a download that broke off between two records.
 */
export function logHeader(records: number): Uint8Array {
  const out = new ByteWriter()
  for (const byte of LOG_FILE_MAGIC) out.byte(byte)
  out.byte(LOG_FILE_VERSION)
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

function varint(value: number): Uint8Array {
  const out = new ByteWriter()
  out.varint(value)
  return out.bytes()
}
