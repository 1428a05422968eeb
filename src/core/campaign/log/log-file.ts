import { BrokenBytes, ByteReader } from '../../../lib/byte-reader.ts'
import { ByteWriter } from '../../../lib/byte-writer.ts'

/** "dowser" in ASCII. */
const MAGIC = [0x64, 0x6f, 0x77, 0x73, 0x65, 0x72]
const VERSION = 1

/** Bytes that are no whole exported log. */
export class BadLogFile extends Error {
  /** Of the first byte that is wrong or missing. */
  readonly offset: number
  constructor(what: string, offset: number) {
    super(what)
    this.offset = offset
  }
}

/**
 * What an exported log begins with: magic, version, and how many records follow. The number is
 * there so that a download that broke off between two records is not taken for a whole one.
 */
export function logHeader(records: number): Uint8Array {
  const out = new ByteWriter()
  for (const byte of MAGIC) out.byte(byte)
  out.byte(VERSION)
  out.varint(records)
  return out.bytes()
}

/** Records as they stand in an exported log: each its length as a varint, then its bytes. */
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

/** The records of which `logFrames` made one piece. */
export function* recordsIn(frames: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < frames.length;) {
    const { value: length, end: start } = varintAt(frames, at, 'in a part of it')
    at = start + length
    if (at > frames.length) throw cutShort(frames, 'in a part of it')
    yield frames.subarray(start, at)
  }
}

/** The records of an exported log, in order; throws `BadLogFile` where it is not whole. */
export function* readLogFile(bytes: Uint8Array): Generator<Uint8Array> {
  checkBeginning(bytes)
  const header = varintAt(bytes, MAGIC.length + 1, 'in its header')
  let at = header.end
  for (let record = 1; record <= header.value; record++) {
    const where = `in record ${record} of ${header.value}`
    const { value: length, end: start } = varintAt(bytes, at, where)
    at = start + length
    if (at > bytes.length) throw cutShort(bytes, where)
    yield bytes.subarray(start, at)
  }
  if (at < bytes.length) throw new BadLogFile(`goes on after its last record, at byte ${at}`, at)
}

function checkBeginning(bytes: Uint8Array): void {
  const other = MAGIC.findIndex((byte, at) => at < bytes.length && bytes[at] !== byte)
  if (other >= 0) throw new BadLogFile('not a Dowser log: it does not begin like one', other)
  const version = bytes[MAGIC.length]
  if (version === undefined) throw cutShort(bytes, 'in its header')
  if (version === VERSION) return
  throw new BadLogFile(
    `a Dowser log of version ${version}, while this program reads ${VERSION}`,
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
    throw new BadLogFile(`a length beyond all measure at byte ${at}, ${where}`, at)
  }
}

function cutShort({ length }: Uint8Array, where: string): BadLogFile {
  return new BadLogFile(`cut short at byte ${length}, ${where}`, length)
}
