import { DatabaseSync } from 'node:sqlite'
import { fold } from '../../src/core/campaign/log/fold.ts'
import { load } from '../../src/core/campaign/log/opening.ts'
import { decodeRecord } from '../../src/core/campaign/codec/record-codec.ts'
import type { Outcome } from '../../src/core/campaign/outcomes.ts'
import type { CampaignRecord, Discovered, Step } from '../../src/core/campaign/event.ts'
import { WHOLE_LOG } from '../../src/core/campaign/codec/slice.ts'
import { writeSnapshot } from '../../src/core/campaign/log/snapshot.ts'
import type { CampaignState } from '../../src/core/campaign/state/state.ts'
import { compressor } from '../../src/runtime/compressor.ts'
import { nodeSql } from '../../src/runtime/local/node-sql.ts'
import { sqlLog } from '../../src/store/log/sql-log.ts'
import { sqlSnapshots } from '../../src/store/log/sql-snapshots.ts'
import type { Sql } from '../../src/store/log/sql.ts'

/** A step as the log has it, with the URL of its node. */
interface LoggedStep extends Step {
  seq: number
  url: string
}

/** Outcomes after which a node may be chosen again: a crash, a pace to keep, another scope. */
const PASSING: ReadonlySet<Outcome> = new Set(['interrupted', 'too_soon', 'out_of_scope'])

export function isFinal({ outcome }: LoggedStep): boolean {
  return !PASSING.has(outcome)
}

/** What a campaign left behind beside its results. */
export interface LogReading {
  id: string
  seqs: number[]
  steps: LoggedStep[]
  /** The fold of the whole log, snapshots or not. */
  state: CampaignState
  snapshot: SnapshotReading
}

/** What a campaign that is loaded now would make of its snapshots. */
interface SnapshotReading {
  isUsed: boolean
  troubles: string[]
  /** Whether the newest snapshot and the records after it give what the whole log gives. */
  isFold: boolean
}

/** Why it cannot be read, if it cannot. */
export function readLog(file: string): LogReading | string {
  const sqlite = new DatabaseSync(file)
  try {
    return read(nodeSql(sqlite))
  } catch (error) {
    return String(error)
  } finally {
    sqlite.close()
  }
}

function read(sql: Sql): LogReading {
  const seqs = sql.all<{ seq: number }>('SELECT seq FROM step ORDER BY seq').map(({ seq }) => seq)
  const rows = [...sqlLog(sql, compressor).after(0)]
  const state = fold(rows)
  if (state === undefined) throw new Error('there is no record in it')
  return {
    id: state.id,
    seqs,
    steps: stepsOf(rows.map(decodeRecord), seqs),
    state,
    snapshot: readSnapshots(sql, state, rows.at(-1)!),
  }
}

/** URLs are put together here once more, so that the campaign's own way of finding them is checked too. */
function stepsOf(records: CampaignRecord[], seqs: number[]): LoggedStep[] {
  const origins: string[] = []
  const urls: string[] = []
  const steps: LoggedStep[] = []
  for (const [i, record] of records.entries()) {
    if (record.kind === 'step') steps.push({ ...record, seq: seqs[i]!, url: urls[record.node]! })
    if (record.kind === 'edited' && record.edit.kind === 'label') {
      const { seq, score } = record.edit
      const labelled = steps.findIndex((step) => step.seq === seq)
      steps[labelled] = { ...steps[labelled]!, score }
    }
    const { origins: hosts, nodes } = discoveredIn(record)
    origins.push(...hosts)
    for (const { host, path } of nodes) urls.push(origins[host]! + path)
  }
  return steps
}

function discoveredIn(record: CampaignRecord): Discovered {
  if (record.kind === 'created' || record.kind === 'step') return record.discovered
  const isSeeds = record.kind === 'edited' && record.edit.kind === 'seeds'
  return isSeeds ? record.edit.discovered : { origins: [], sites: [], nodes: [] }
}

function readSnapshots(sql: Sql, folded: CampaignState, lastRecord: Uint8Array): SnapshotReading {
  const troubles: string[] = []
  const trouble = (what: string, error: unknown) => troubles.push(`${what}: ${String(error)}`)
  const { state, generation } = load({
    log: sqlLog(sql, compressor),
    slice: WHOLE_LOG,
    // The snapshots are only read.
    snapshots: { ...sqlSnapshots(sql), replace: () => {} },
    entropy: () => [0, 0, 0, 0],
    trouble,
  })!
  const isFold = bytesOf(state, lastRecord).equals(bytesOf(folded, lastRecord))
  return { isUsed: generation !== undefined, troubles, isFold }
}

function bytesOf(state: CampaignState, lastRecord: Uint8Array): Buffer {
  const chunks: Uint8Array[] = []
  writeSnapshot(state, lastRecord, (chunk) => chunks.push(chunk))
  return Buffer.concat(chunks)
}
