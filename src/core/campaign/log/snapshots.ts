import type { Generation, Ports } from '../ports.ts'
import { writeSnapshot } from './snapshot.ts'
import type { CampaignState } from '../state/state.ts'

/** A chunk is a row: snapshots may write one for this many rows of records. */
const RECORDS_A_CHUNK = 20
/** A load may have to fold this many records after the snapshot, or this many bytes of them. */
const TAIL_RECORDS = 200
const TAIL_BYTES = 500_000
/** When records are so large that folding them takes half a second, snapshots may be more frequent. */
const LARGE_TAIL_BYTES = 3_000_000
const LARGE_RECORDS_A_CHUNK = 4

/** The snapshot that a campaign was loaded from. */
interface LoadedSnapshot {
  generation: Generation
  chunks: number
}

/** Writes snapshots from time to time, so that a load need not fold the whole log. */
export class Snapshots {
  readonly #ports: Pick<Ports, 'snapshots' | 'trouble'>
  #next: Generation
  #chunks: number
  /** What a load would have to fold after the last snapshot. */
  #records = 0
  #bytes = 0

  constructor(ports: Pick<Ports, 'snapshots' | 'trouble'>, loaded?: LoadedSnapshot) {
    this.#ports = ports
    this.#next = loaded?.generation === 0 ? 1 : 0
    this.#chunks = loaded?.chunks ?? 0
  }

  /** Counts a record that was folded during a load. */
  read(record: Uint8Array): void {
    this.#records++
    this.#bytes += record.length
  }

  /** Counts records that are now in the log and in the state; writes a snapshot when one is due. */
  noted(state: CampaignState, records: readonly Uint8Array[]): void {
    for (const record of records) this.read(record)
    if (this.#isDue()) this.write(state, records.at(-1)!)
  }

  /** Never fails: a campaign can do without a snapshot, and the next one is tried later. */
  write(state: CampaignState, lastRecord: Uint8Array): void {
    this.#records = 0
    this.#bytes = 0
    try {
      this.#ports.snapshots.replace(this.#next, (put) => {
        this.#chunks = writeSnapshot(state, lastRecord, put)
      })
      this.#next = this.#next === 0 ? 1 : 0
    } catch (error) {
      this.#ports.trouble('a snapshot could not be written; the log is unaffected', error)
    }
  }

  #isDue(): boolean {
    const isLarge = this.#bytes >= LARGE_TAIL_BYTES
    const recordsAChunk = isLarge ? LARGE_RECORDS_A_CHUNK : RECORDS_A_CHUNK
    if (this.#records < recordsAChunk * this.#chunks) return false
    return this.#records >= TAIL_RECORDS || this.#bytes >= TAIL_BYTES
  }
}
