import { LOG_FILE_MAGIC, LOG_FILE_VERSION } from './log-file.ts'

/** Far more than any record: a broken length must not ask for gigabytes. */
export const MAX_RECORD_BYTES = 16_000_000

/** The bytes are not a complete exported log. */
export class BadLogFile extends Error {
  /** The position of the first byte that is wrong or missing. */
  readonly offset: number
  /** The record that is wrong; undefined outside of records. */
  readonly record: number | undefined

  constructor(what: string, offset: number, record?: number) {
    super(what)
    this.offset = offset
    this.record = record
  }
}

/** A record of an exported log. */
export interface LoggedRecord {
  /** Its number, from 1. */
  seq: number
  /** The position of its first byte in the file. */
  offset: number
  bytes: Uint8Array
}

const EMPTY: Uint8Array = new Uint8Array()

/** Reads an exported log from chunks as they arrive; holds one record at most. */
export class LogFileReader {
  /** What follows the last complete record. */
  #rest = EMPTY
  /** The position of `rest` in the file. */
  #offset = 0
  #total: number | undefined
  #seq = 0

  /** How many records the file announces; undefined until its header is read. */
  get total(): number | undefined {
    return this.#total
  }

  /** How many bytes have arrived. */
  get bytes(): number {
    return this.#offset + this.#rest.length
  }

  /** The records that this chunk completes, as views into it where that is possible. */
  push(chunk: Uint8Array): LoggedRecord[] {
    this.#rest = this.#rest.length === 0 ? chunk : concat(this.#rest, chunk)
    this.#total ??= this.#readHeader()
    const records: LoggedRecord[] = []
    if (this.#total === undefined) return records
    while (this.#seq < this.#total) {
      const record = this.#readRecord()
      if (record === undefined) return records
      records.push(record)
    }
    if (this.#rest.length > 0) throw trailing(this.#offset)
    return records
  }

  /** Ends the file: throws unless it is complete. */
  end(): void {
    if (this.#total !== this.#seq) throw this.#cutShort()
  }

  /** Undefined while it is incomplete. */
  #readHeader(): number | undefined {
    const bytes = this.#rest
    const other = LOG_FILE_MAGIC.findIndex((byte, at) => at < bytes.length && bytes[at] !== byte)
    if (other >= 0) throw new BadLogFile('not a Dowser log: it has a different header', other)
    const version = bytes[LOG_FILE_MAGIC.length]
    if (version === undefined) return undefined
    if (version !== LOG_FILE_VERSION) {
      const what = `a Dowser log of version ${version}; this program reads version ${LOG_FILE_VERSION}`
      throw new BadLogFile(what, LOG_FILE_MAGIC.length)
    }
    const total = readVarint(bytes, LOG_FILE_MAGIC.length + 1)
    if (total === 'incomplete') return undefined
    if (total === 'impossible') throw this.#impossibleLength(LOG_FILE_MAGIC.length + 1)
    this.#drop(total.end)
    return total.value
  }

  #readRecord(): LoggedRecord | undefined {
    const length = readVarint(this.#rest, 0)
    if (length === 'incomplete') return undefined
    if (length === 'impossible' || length.value > MAX_RECORD_BYTES) {
      throw this.#impossibleLength(this.#offset)
    }
    const { end: start, value } = length
    if (this.#rest.length < start + value) return undefined
    const bytes = this.#rest.subarray(start, start + value)
    const offset = this.#offset + start
    this.#drop(start + value)
    return { seq: ++this.#seq, offset, bytes }
  }

  #drop(count: number): void {
    this.#rest = this.#rest.subarray(count)
    this.#offset += count
  }

  #cutShort(): BadLogFile {
    const at = this.bytes
    return new BadLogFile(`cut short at byte ${at}, ${this.#where}`, at, this.#record)
  }

  #impossibleLength(at: number): BadLogFile {
    return new BadLogFile(`an impossible length at byte ${at}, ${this.#where}`, at, this.#record)
  }

  get #where(): string {
    if (this.#total === undefined) return 'in its header'
    return `in record ${this.#seq + 1} of ${this.#total}`
  }

  /** The record that is being read. */
  get #record(): number | undefined {
    return this.#total === undefined ? undefined : this.#seq + 1
  }
}

/** Reads the records of an exported log, in order; throws `BadLogFile` when it is incomplete. */
export function readLogFile(bytes: Uint8Array): Uint8Array[] {
  const reader = new LogFileReader()
  const records = reader.push(bytes)
  reader.end()
  return records.map((record) => record.bytes)
}

/** Undoes `logFrames`. */
export function recordsIn(frames: Uint8Array): Uint8Array[] {
  const records: Uint8Array[] = []
  for (let at = 0; at < frames.length;) {
    const length = readVarint(frames, at)
    const isNumber = typeof length !== 'string'
    if (!isNumber || length.end + length.value > frames.length) {
      throw new BadLogFile(`cut short at byte ${frames.length}, in a part of it`, frames.length)
    }
    at = length.end + length.value
    records.push(frames.subarray(length.end, at))
  }
  return records
}

function trailing(at: number): BadLogFile {
  return new BadLogFile(`there are more bytes after its last record, at byte ${at}`, at)
}

type Varint = { value: number; end: number } | 'incomplete' | 'impossible'

/** Accepts the shortest form only: each number is written in one way. */
function readVarint(bytes: Uint8Array, at: number): Varint {
  let value = 0
  let scale = 1
  for (let i = at; i < bytes.length; i++, scale *= 0x80) {
    const byte = bytes[i]!
    value += (byte & 0x7f) * scale
    if (value > Number.MAX_SAFE_INTEGER || (byte === 0 && i > at)) return 'impossible'
    if (byte < 0x80) return { value, end: i + 1 }
  }
  return 'incomplete'
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
