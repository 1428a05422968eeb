import type { Generation, Ports } from '../ports.ts'
import { writeSnapshot } from './snapshot.ts'
import type { CampaignState } from '../state/state.ts'

/** A chunk is a row written: a row for snapshots goes with this many for records. */
const RECORDS_A_CHUNK = 20
/** What is folded anew at each load may take this many records, or this many bytes of them. */
const TAIL_RECORDS = 200
const TAIL_BYTES = 500_000
/** Of records so large that this would take half a second, chunks may be more frequent. */
const LARGE_TAIL_BYTES = 3_000_000
const LARGE_RECORDS_A_CHUNK = 4

/** The snapshot that a campaign was loaded from. */
interface Saved {
  generation: Generation
  chunks: number
}

/** Writes a snapshot now and then, so that loading does not fold the whole log. */
export class Snapshots {
  readonly #ports: Pick<Ports, 'snapshots' | 'trouble'>
  #next: Generation
  #chunks: number
  /** What a load would have to fold after the last one. */
  #records = 0
  #bytes = 0

  constructor(ports: Pick<Ports, 'snapshots' | 'trouble'>, saved?: Saved) {
    this.#ports = ports
    this.#next = saved?.generation === 0 ? 1 : 0
    this.#chunks = saved?.chunks ?? 0
  }

  /** To be told of what is folded at a load. */
  read(record: Uint8Array): void {
    this.#records++
    this.#bytes += record.length
  }

  /** To be told of all records, once they are in the log and in the state. */
  noted(state: CampaignState, records: readonly Uint8Array[]): void {
    for (const record of records) this.read(record)
    if (this.#isDue()) this.write(state, records.at(-1)!)
  }

  /** A campaign can do without: one that cannot be written is left for later. */
  write(state: CampaignState, lastRecord: Uint8Array): void {
    this.#records = 0
    this.#bytes = 0
    try {
      this.#ports.snapshots.replace(this.#next, (put) => {
        this.#chunks = writeSnapshot(state, lastRecord, put)
      })
      this.#next = this.#next === 0 ? 1 : 0
    } catch (error) {
      this.#ports.trouble('a snapshot could not be written, the log goes on', error)
    }
  }

  #isDue(): boolean {
    const isLarge = this.#bytes >= LARGE_TAIL_BYTES
    const recordsAChunk = isLarge ? LARGE_RECORDS_A_CHUNK : RECORDS_A_CHUNK
    if (this.#records < recordsAChunk * this.#chunks) return false
    return this.#records >= TAIL_RECORDS || this.#bytes >= TAIL_BYTES
  }
}
