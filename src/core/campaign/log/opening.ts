import { CampaignState } from '../state/state.ts'
import { changesPolicy } from '../edit.ts'
import { readRecord } from '../codec/read-record.ts'
import type { CampaignRecord } from '../event.ts'
import { Slice } from '../codec/slice.ts'
import { UnreadableCampaign } from '../codec/unreadable-campaign.ts'
import { GENERATIONS, type Generation, type Ports } from '../ports.ts'
import { readSnapshot, snapshotSeq } from './snapshot.ts'
import { Snapshots } from './snapshots.ts'

/** A campaign's state, and what it was loaded from. */
export interface Loaded {
  state: CampaignState
  /** The snapshot that the load began with; undefined when the whole log was folded. */
  generation: Generation | undefined
  /** The records folded after it. */
  tail: { records: number; bytes: number }
  snapshots: Snapshots
}

/** `more`: there is more to read than one slice; `none`: there is no log. */
type Progress = { kind: 'more' } | { kind: 'none' } | { kind: 'open'; loaded: Loaded }

export type OpeningPorts = Pick<Ports, 'log' | 'slice' | 'snapshots' | 'trouble' | 'entropy'>

const MORE = { kind: 'more' } as const

/**
 * Reads a campaign: the newest snapshot that can be used and the records after it; without one, the
 * whole log. A slice at a time, with a snapshot of what is folded after each but the last, so that
 * whoever is interrupted goes on from there.
 */
export class Opening {
  readonly #ports: OpeningPorts
  /** Snapshots that are still to be tried, the newest first. */
  readonly #untried: Generation[]
  #state: CampaignState | undefined
  #generation: Generation | undefined
  #snapshots: Snapshots
  #tail = { records: 0, bytes: 0 }
  #last: Uint8Array | undefined
  /** A policy was changed since the last snapshot: folding that once more is to be spared. */
  #wasRetold = false

  constructor(ports: OpeningPorts) {
    this.#ports = ports
    this.#untried = newestFirst(ports)
    this.#snapshots = new Snapshots(ports)
  }

  /** The last record that is folded. */
  get seq(): number {
    return this.#state?.seq ?? 0
  }

  /** Throws `UnreadableCampaign` when a record cannot be read. */
  advance(): Progress {
    try {
      this.#state ??= this.#readSnapshot()
      return this.#fold(new Slice(this.#ports.slice)) ? this.#finish() : this.#pause()
    } catch (error) {
      // A record that cannot be read is no better reached from anywhere else.
      if (this.#generation === undefined || error instanceof UnreadableCampaign) throw error
      this.#passOver(error)
      return MORE
    }
  }

  #readSnapshot(): CampaignState | undefined {
    const { log, snapshots, entropy } = this.#ports
    for (let next = this.#untried.shift(); next !== undefined; next = this.#untried.shift()) {
      try {
        const { state, chunks } = readSnapshot(snapshots.chunks(next), log, entropy())
        this.#generation = next
        this.#snapshots = new Snapshots(this.#ports, { generation: next, chunks })
        return state
      } catch (error) {
        this.#passOver(error)
      }
    }
    return undefined
  }

  #passOver(error: unknown): void {
    this.#ports.trouble('a snapshot was passed over', error)
    this.#state = undefined
    this.#generation = undefined
    this.#snapshots = new Snapshots(this.#ports)
    this.#tail = { records: 0, bytes: 0 }
    this.#wasRetold = false
  }

  /** False when the slice is spent before the end of the log. */
  #fold(slice: Slice): boolean {
    for (const bytes of this.#ports.log.after(this.seq)) {
      if (slice.isSpent) return false
      const seq = this.seq + 1
      const record = readRecord(bytes, seq)
      this.#state ??= this.#begin(record)
      if (!this.#isTold(this.#state, record, slice)) return false
      this.#apply(record, seq)
      slice.note(bytes)
      this.#note(bytes)
    }
    return true
  }

  #begin(record: CampaignRecord): CampaignState {
    if (record.kind !== 'created') throw new UnreadableCampaign(1)
    const { log, entropy } = this.#ports
    return new CampaignState(record, () => log.after(0), entropy())
  }

  /** A record may be whole and make no sense after those before it: unless the fault is the snapshot's. */
  #apply(record: CampaignRecord, seq: number): void {
    try {
      this.#state!.apply(record)
    } catch (error) {
      throw this.#generation === undefined ? new UnreadableCampaign(seq, error) : error
    }
  }

  /** Before a record that changes the policy is folded, the new one has to know what the log says. */
  #isTold(state: CampaignState, record: CampaignRecord, slice: Slice): boolean {
    if (record.kind !== 'edited' || !changesPolicy(record.edit)) return true
    this.#wasRetold = true
    const retelling = state.retell(record)
    return retelling.advance(this.#ports.log.after(retelling.told), slice)
  }

  #note(bytes: Uint8Array): void {
    this.#last = bytes
    this.#tail.records++
    this.#tail.bytes += bytes.length
    this.#snapshots.read(bytes)
  }

  /** What is folded so far is kept, unless it is in the middle of a record. */
  #pause(): Progress {
    if (!this.#state!.isRetelling) this.#save()
    return MORE
  }

  #finish(): Progress {
    const state = this.#state
    if (state === undefined) return { kind: 'none' }
    if (this.#wasRetold) this.#save()
    const { collisions } = state.urls
    if (collisions > 0) {
      this.#ports.trouble('URLs that share their fingerprint with another', collisions)
    }
    const [generation, tail, snapshots] = [this.#generation, this.#tail, this.#snapshots]
    return { kind: 'open', loaded: { state, generation, tail, snapshots } }
  }

  #save(): void {
    if (this.#last !== undefined) this.#snapshots.write(this.#state!, this.#last)
    this.#wasRetold = false
  }
}

/** All of it at once, however long it takes. Undefined when there is no log. */
export function load(ports: OpeningPorts): Loaded | undefined {
  const opening = new Opening(ports)
  for (;;) {
    const progress = opening.advance()
    if (progress.kind === 'open') return progress.loaded
    if (progress.kind === 'none') return undefined
  }
}

function newestFirst({ snapshots }: OpeningPorts): Generation[] {
  return GENERATIONS.map((generation) => ({
    generation,
    seq: snapshotSeq(snapshots.chunks(generation)) ?? 0,
  }))
    .filter(({ seq }) => seq > 0)
    .toSorted((a, b) => b.seq - a.seq)
    .map(({ generation }) => generation)
}
