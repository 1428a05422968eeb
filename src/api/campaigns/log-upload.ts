import { UnreadableCampaign } from '../../core/campaign/codec/read-record.ts'
import { logFrames } from '../../core/campaign/log/log-file.ts'
import {
  BadLogFile,
  LogFileReader,
  type LoggedRecord,
} from '../../core/campaign/log/log-file-reader.ts'
import type { ImportPart } from '../../core/campaign/log/log-import.ts'
import { IMPORT_PART_BYTES } from '../../core/limits.ts'
import { HttpError } from '../http/http-error.ts'

type UploadPart = Omit<ImportPart, 'importId'>

/** An exported log, read as it arrives; no more than one part of it is in memory. */
export class LogUpload {
  readonly #body: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #maxBytes: number
  readonly #file = new LogFileReader()
  /** Records that are not in a part yet. */
  #waiting: LoggedRecord[] = []
  #isAtEnd = false

  constructor(body: ReadableStream<Uint8Array> | null, maxBytes: number) {
    this.#body = body?.getReader()
    this.#maxBytes = maxBytes
  }

  /** How many records the file announces. */
  get total(): number {
    return this.#file.total ?? 0
  }

  /** The first record, which is part of the first part as well. */
  async first(): Promise<LoggedRecord> {
    while (this.#waiting.length === 0 && !this.#isAtEnd) await this.#read()
    const [first] = this.#waiting
    if (first === undefined) throw refusedFile('it has no records')
    return first
  }

  /** The last part comes after the last byte: only then is the file known to be complete. */
  async *parts(): AsyncGenerator<UploadPart, void> {
    for (;;) {
      while (!this.#isAtEnd && sizeOf(this.#waiting) < IMPORT_PART_BYTES) await this.#read()
      const frames = logFrames(this.#waiting.map(({ bytes }) => bytes))
      yield { after: this.#waiting[0]!.seq - 1, frames, isLast: this.#isAtEnd }
      if (this.#isAtEnd) return
      this.#waiting = []
      while (!this.#isAtEnd && this.#waiting.length === 0) await this.#read()
    }
  }

  /** Says where a record of the current part is; empty for any other. */
  placeOf(seq: number): string {
    const record = this.#waiting.find((one) => one.seq === seq)
    return record === undefined ? '' : ` at byte ${record.offset}`
  }

  /** Leaves the rest of the body unread. */
  async cancel(): Promise<void> {
    await this.#body?.cancel().catch(() => {})
  }

  async #read(): Promise<void> {
    const chunk = await this.#body?.read()
    try {
      if (chunk === undefined || chunk.done) this.#end()
      else this.#waiting = this.#waiting.concat(this.#file.push(chunk.value))
    } catch (error) {
      throw error instanceof BadLogFile ? refusedFile(error.message, error.record) : error
    }
    if (this.#file.bytes > this.#maxBytes) throw tooLarge(this.#maxBytes)
  }

  #end(): void {
    this.#file.end()
    this.#isAtEnd = true
  }
}

function sizeOf(records: readonly LoggedRecord[]): number {
  const [first, last] = [records[0], records.at(-1)]
  return first === undefined || last === undefined
    ? 0
    : last.offset + last.bytes.length - first.offset
}

export function tooLarge(maxBytes: number): HttpError {
  return new HttpError(
    'body_too_large',
    `The log exceeds ${maxBytes} bytes, the limit for an import here. A self-hosted Dowser takes more.`,
  )
}

/** The file as a whole is wrong. */
function refusedFile(what: string, record?: number): HttpError {
  const path = record === undefined ? '' : `records.${record}`
  const message = `The log is refused: ${what}. Nothing was imported.`
  return new HttpError('invalid_log', message, [{ path, message: what }])
}

/** One record is wrong. `place` says where it is, if that is known. */
export function refusedRecord(seq: number | undefined, why: string, place = ''): HttpError {
  if (seq === undefined) return refusedFile(why)
  const message = `The log is refused: record ${seq}${place}: ${why}. Nothing was imported.`
  return new HttpError('invalid_log', message, [{ path: `records.${seq}`, message: why }])
}

/** The error for a first record that cannot be read; passes on any other error. */
export function refusedFirst(error: unknown, place: string): HttpError {
  if (!(error instanceof UnreadableCampaign)) throw error
  return refusedRecord(1, error.why ?? 'it cannot be read', place)
}
