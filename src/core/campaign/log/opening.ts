import { releasedBy, replay } from '../evolve.ts'
import { release } from '../evolve/reserve.ts'
import { startRebuild, type RankerRebuild } from '../evolve/rank-events.ts'
import type { CampaignState } from '../state/state.ts'
import { begin } from './fold.ts'
import { changesPolicy } from '../edit.ts'
import { readRecord, UnreadableCampaign } from '../codec/read-record.ts'
import type { CampaignRecord } from '../event.ts'
import { Slice } from '../codec/slice.ts'
import { GENERATIONS, type Generation, type Ports } from '../ports.ts'
import { readSnapshot, snapshotSeq } from './snapshot.ts'
import { Snapshots } from './snapshots.ts'

/** The campaign's log is long and still being read, which continues by itself. */
export class OpeningCampaign extends Error {
  /** Records read so far. */
  readonly read: number

  constructor(read: number) {
    super(`the log is being read, so far ${read} records of it`)
    this.read = read
  }
}

/** A campaign's state, and what it was loaded from. */
export interface LoadedCampaign {
  state: CampaignState
  /** The snapshot that the load began with; undefined when the whole log was folded. */
  generation: Generation | undefined
  /** The records folded after the snapshot. */
  tail: { records: number; bytes: number }
  snapshots: Snapshots
}

/** `more`: there is more to read than one slice; `none`: there is no log. */
type Progress = { kind: 'more' } | { kind: 'none' } | { kind: 'open'; loaded: LoadedCampaign }

export type OpeningPorts = Pick<Ports, 'log' | 'slice' | 'snapshots' | 'trouble' | 'entropy'>

/** Throws for a record that cannot follow the state, which is undefined before the first. */
export type RecordCheck = (record: CampaignRecord, state: CampaignState | undefined) => void

const MORE = { kind: 'more' } as const

/**
 * Loads a campaign from the newest usable snapshot and the records after it, or from the whole log.
 * It proceeds in slices and writes a snapshot after each but the last, so that an interrupted load
 * continues from there.
 */
export class Opening {
  readonly #ports: OpeningPorts
  readonly #check: RecordCheck | undefined
  /** Snapshots yet to be tried, newest first. */
  readonly #untried: Generation[]
  #state: CampaignState | undefined
  #generation: Generation | undefined
  #snapshots: Snapshots
  #tail = { records: 0, bytes: 0 }
  #last: Uint8Array | undefined
  /** A new policy that is learning the log. */
  #rebuild: RankerRebuild | undefined
  /** The policy changed after the last snapshot: a new one spares the next load the work. */
  #wasRebuilt = false

  /** A log that this program has written needs no check. */
  constructor(ports: OpeningPorts, check?: RecordCheck) {
    this.#ports = ports
    this.#check = check
    this.#untried = newestFirst(ports)
    this.#snapshots = new Snapshots(ports)
  }

  /** The last record folded. */
  get seq(): number {
    return this.#state?.seq ?? 0
  }

  /** Throws `UnreadableCampaign` when a record cannot be read. */
  advance(): Progress {
    try {
      this.#state ??= this.#readSnapshot()
      return this.#fold(new Slice(this.#ports.slice)) ? this.#finish() : this.#pause()
    } catch (error) {
      // A record that cannot be read stays so, whichever snapshot the load begins with.
      if (this.#generation === undefined || error instanceof UnreadableCampaign) throw error
      this.#skipSnapshot(error)
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
        this.#skipSnapshot(error)
      }
    }
    return undefined
  }

  #skipSnapshot(error: unknown): void {
    this.#ports.trouble('a snapshot could not be used and was skipped', error)
    this.#state = undefined
    this.#generation = undefined
    this.#snapshots = new Snapshots(this.#ports)
    this.#tail = { records: 0, bytes: 0 }
    this.#rebuild = undefined
    this.#wasRebuilt = false
  }

  /** Returns false when the slice is spent before the end of the log. */
  #fold(slice: Slice): boolean {
    for (const bytes of this.#ports.log.after(this.seq)) {
      if (slice.isSpent) return false
      const seq = this.seq + 1
      const record = readRecord(bytes, seq)
      this.#check?.(record, this.#state)
      this.#state ??= begin(record, this.#ports.log, this.#ports.entropy())
      if (!this.#isTaught(this.#state, record, slice)) return false
      this.#apply(record, seq)
      slice.note(bytes)
      this.#note(bytes)
    }
    return true
  }

  /** An intact record that makes no sense is unreadable, unless a snapshot may be to blame. */
  #apply(record: CampaignRecord, seq: number): void {
    try {
      replay(this.#state!, record, this.#rebuild)
      this.#rebuild = undefined
    } catch (error) {
      throw this.#generation === undefined ? new UnreadableCampaign(seq, error) : error
    }
  }

  /** A new policy has to learn the log so far before the record that changes it is folded. */
  #isTaught(state: CampaignState, record: CampaignRecord, slice: Slice): boolean {
    if (record.kind !== 'edited' || !changesPolicy(record.edit)) return true
    this.#wasRebuilt = true
    if (this.#rebuild === undefined) {
      release(state, releasedBy(record, state), record)
      this.#rebuild = startRebuild(state, record)
    }
    return this.#rebuild.advance(this.#ports.log.after(this.#rebuild.taught), slice)
  }

  #note(bytes: Uint8Array): void {
    this.#last = bytes
    this.#tail.records++
    this.#tail.bytes += bytes.length
    this.#snapshots.read(bytes)
  }

  /** Saves what is folded so far, unless a record is half folded. */
  #pause(): Progress {
    if (this.#rebuild === undefined) this.#save()
    return MORE
  }

  #finish(): Progress {
    const state = this.#state
    if (state === undefined) return { kind: 'none' }
    if (this.#wasRebuilt) this.#save()
    const { collisions } = state.index.urls
    if (collisions > 0) {
      this.#ports.trouble('URLs that share their fingerprint with another', collisions)
    }
    const [generation, tail, snapshots] = [this.#generation, this.#tail, this.#snapshots]
    return { kind: 'open', loaded: { state, generation, tail, snapshots } }
  }

  #save(): void {
    if (this.#last !== undefined) this.#snapshots.write(this.#state!, this.#last)
    this.#wasRebuilt = false
  }
}

/** Loads everything at once, however long it takes. Undefined when there is no log. */
export function load(ports: OpeningPorts): LoadedCampaign | undefined {
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
