import { encodeRecord } from '../codec/record-codec.ts'
import { changesPolicy } from '../edit.ts'
import type { CampaignEvent, CampaignRecord, Edited } from '../event.ts'
import { advanceAndRecord, type Decide } from '../evolve.ts'
import type { NodeId } from '../../graph/node-table.ts'
import type { Log } from '../ports.ts'
import type { CampaignState } from '../state/state.ts'
import type { Snapshots } from './snapshots.ts'

/** Keeps a campaign's log and its state in step: whatever changes the one is written to the other. */
export class Recorder {
  readonly #state: CampaignState
  readonly #log: Pick<Log, 'append'>
  readonly #snapshots: Snapshots
  /** Reserved fetches that an event releases, being certainly not sent. */
  readonly #unsent: (event: CampaignEvent) => NodeId[]
  #needsReload = false

  constructor(
    state: CampaignState,
    log: Pick<Log, 'append'>,
    snapshots: Snapshots,
    unsent: (event: CampaignEvent) => NodeId[],
  ) {
    this.#state = state
    this.#log = log
    this.#snapshots = snapshots
    this.#unsent = unsent
  }

  /** The log is ahead of memory, or a record could not be written: the campaign must be reopened. */
  get needsReload(): boolean {
    return this.#needsReload
  }

  /** Applies events and writes them; without `decide`, the schedule stays as it is. */
  write(events: readonly CampaignEvent[], decide?: Decide): void {
    this.#begin()
    const records = events.map((event) => {
      const decision = decide && { released: this.#unsent(event), decide }
      return advanceAndRecord(this.#state, event, decision)
    })
    const rows = records.map(encodeRecord)
    this.#log.append(this.#state.seq - rows.length + 1, ...rows)
    this.#needsReload = false
    this.#saveSnapshot(records, rows)
  }

  /**
   * Only records edits that take long to apply: reopening the campaign applies them in slices, and
   * then decides what comes next.
   */
  writeUnfolded(events: readonly Edited[]): void {
    this.#begin()
    const rows = events.map((event) => encodeRecord({ ...event, next: { kind: 'rest' } }))
    this.#log.append(this.#state.seq + 1, ...rows)
  }

  /** Refuses to write after a record that is missing from the log. */
  #begin(): void {
    if (this.#needsReload) throw new Error('the record before was not written')
    this.#needsReload = true
  }

  /** A new policy is saved at once: without a snapshot, each load would have to teach it the whole log. */
  #saveSnapshot(records: readonly CampaignRecord[], rows: readonly Uint8Array[]): void {
    if (records.some(isNewPolicy)) this.#snapshots.write(this.#state, rows.at(-1)!)
    else this.#snapshots.noted(this.#state, rows)
  }
}

function isNewPolicy(record: CampaignRecord): boolean {
  return record.kind === 'edited' && changesPolicy(record.edit)
}
