/** The most of a log that may be read in one go, by an invocation's time and memory. */
export interface SliceLimits {
  records: number
  bytes: number
}

/** A slice takes about a second; other calls are answered between two slices. */
export const SLICE: SliceLimits = { records: 10_000, bytes: 8_000_000 }

/** What is left of a slice. At least one record is read in each, however large it is. */
export class Slice {
  #records: number
  #bytes: number

  constructor({ records, bytes }: SliceLimits) {
    this.#records = records
    this.#bytes = bytes
  }

  get isSpent(): boolean {
    return this.#records <= 0 || this.#bytes <= 0
  }

  note(record: Uint8Array): void {
    this.#records--
    this.#bytes -= record.length
  }
}

/** No limit, for those who have to read the log at once. */
export const WHOLE_LOG: SliceLimits = { records: Infinity, bytes: Infinity }
