import { fold, foldOnto } from './fold.ts'
import { GENERATIONS, type Generation, type Ports } from '../ports.ts'
import { readSnapshot, snapshotSeq } from './snapshot.ts'
import type { CampaignState } from '../state/state.ts'

/** A campaign's state, and what it was loaded from. */
export interface Loaded {
  state: CampaignState
  /** Undefined when the whole log was folded. */
  snapshot: { generation: Generation; chunks: number } | undefined
  /** The records folded after the snapshot. */
  tail: { records: number; bytes: number }
}

type LoadPorts = Pick<Ports, 'log' | 'snapshots' | 'trouble' | 'entropy'>

/**
 * The newest snapshot that can be used and the records after it; without one, the whole log.
 * Undefined when there is no log; throws `UnreadableCampaign` when there is one.
 */
export function load(ports: LoadPorts): Loaded | undefined {
  const loaded = loadNewest(ports)
  const collisions = loaded?.state.urls.collisions ?? 0
  if (collisions > 0) ports.trouble('URLs that share their fingerprint with another', collisions)
  return loaded
}

function loadNewest(ports: LoadPorts): Loaded | undefined {
  for (const generation of newestFirst(ports)) {
    try {
      return loadFrom(generation, ports)
    } catch (error) {
      ports.trouble('a snapshot was passed over', error)
    }
  }
  const tail = { records: 0, bytes: 0 }
  const records = counted(ports.log.after(0), tail)
  const state = fold(records, Infinity, () => ports.log.after(0), ports.entropy())
  return state && { state, snapshot: undefined, tail }
}

function loadFrom(generation: Generation, { log, snapshots, entropy }: LoadPorts): Loaded {
  const { state, chunks } = readSnapshot(snapshots.chunks(generation), log, entropy())
  const tail = { records: 0, bytes: 0 }
  foldOnto(state, counted(log.after(state.seq), tail))
  return { state, snapshot: { generation, chunks }, tail }
}

function newestFirst({ snapshots }: LoadPorts): Generation[] {
  return GENERATIONS.map((generation) => ({
    generation,
    seq: snapshotSeq(snapshots.chunks(generation)) ?? 0,
  }))
    .filter(({ seq }) => seq > 0)
    .toSorted((a, b) => b.seq - a.seq)
    .map(({ generation }) => generation)
}

function* counted(records: Iterable<Uint8Array>, tail: Loaded['tail']): Generator<Uint8Array> {
  for (const record of records) {
    tail.records++
    tail.bytes += record.length
    yield record
  }
}
