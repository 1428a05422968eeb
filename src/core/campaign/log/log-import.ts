import { encodeRecord } from '../codec/record-codec.ts'
import { UnreadableCampaign } from '../codec/read-record.ts'
import type { CampaignRecord } from '../event.ts'
import type { Log, Ports } from '../ports.ts'
import type { CampaignState } from '../state/state.ts'
import { recordsIn } from './log-file-reader.ts'
import { Opening } from './opening.ts'
import { findRecordProblem } from './record-check.ts'
import { Snapshots } from './snapshots.ts'

/** Consecutive records of a log that is uploaded. */
export interface ImportPart {
  /** Names the upload: a part of another one is not taken. */
  importId: string
  /** The record before the first of the part. */
  after: number
  /** The records, framed as in an exported file. */
  frames: Uint8Array
  isLast: boolean
}

/**
 * `taken`: there is a campaign, or another upload is under way; `lost`: the parts before are not
 * there any more; `refused`: what is wrong, by the record. Whatever was refused or lost is erased.
 */
export type ImportResult =
  | { kind: 'more' | 'imported' | 'taken' | 'lost' }
  | { kind: 'refused'; seq: number | undefined; why: string }

/** A log that is kept apart until it is complete; then it becomes the log of the campaign. */
export interface IncomingLog {
  log: Log
  /** The upload that it comes from; undefined when there is none. */
  importId: () => string | undefined
  /** Durable at once: what an upload leaves behind is recognised by it. */
  begin: (importId: string) => void
  /** Makes it the campaign's own. */
  adopt: () => void
}

export interface ImportPorts extends Pick<
  Ports,
  'now' | 'slice' | 'snapshots' | 'entropy' | 'trouble' | 'spent' | 'sources' | 'wakeAt'
> {
  incoming: IncomingLog
  /** Erases everything that is stored, with the alarm. */
  erase: () => Promise<void>
  wait: (ms: number) => Promise<void>
}

/** An upload that brings nothing for so long is given up. */
export const IMPORT_STALL_MS = 300_000

/** Records that are appended at a time. */
const RECORDS_AT_ONCE = 1_000

/**
 * Takes in the log of a campaign that ran elsewhere, part by part. Each record is checked and folded
 * as it comes; nothing is a campaign until the last one is, and whatever is refused, broken off or
 * left behind by a crash is erased.
 */
export class LogImport {
  readonly #ports: ImportPorts
  #isUnderWay: boolean | undefined
  #opening: Opening | undefined
  #state: CampaignState | undefined
  #lastPartAt = 0
  /** Parts are taken one after the other. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(ports: ImportPorts) {
    this.#ports = ports
  }

  /** Whether there is an upload, or what one has left behind. */
  get isUnderWay(): boolean {
    this.#isUnderWay ??= this.#ports.incoming.importId() !== undefined
    return this.#isUnderWay
  }

  take(part: ImportPart): Promise<ImportResult> {
    return this.#inTurn(() => this.#take(part))
  }

  /** Gives an upload up; nothing of it remains. */
  abort(importId: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.isUnderWay && this.#ports.incoming.importId() === importId) await this.#erase()
    })
  }

  /** Called by the alarm: erases an upload that brings nothing any more. */
  expire(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isAlive) this.#ports.wakeAt(this.#lastPartAt + IMPORT_STALL_MS)
      else if (this.isUnderWay) await this.#erase()
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work)
    this.#queue = turn.catch(() => {})
    return turn
  }

  async #take(part: ImportPart): Promise<ImportResult> {
    const { incoming, now, wakeAt } = this.#ports
    if (part.after === 0 && !(await this.#begin(part.importId))) return { kind: 'taken' }
    if (part.after > 0 && incoming.importId() !== part.importId) return { kind: 'lost' }
    this.#lastPartAt = now()
    wakeAt(this.#lastPartAt + IMPORT_STALL_MS)
    try {
      return await this.#add(part)
    } catch (error) {
      await this.#erase()
      if (!(error instanceof UnreadableCampaign)) throw error
      const why = error.why ?? 'it makes no sense after those before it'
      return { kind: 'refused', seq: error.seq, why }
    }
  }

  /** False while another upload is under way. */
  async #begin(importId: string): Promise<boolean> {
    const { incoming } = this.#ports
    if (this.isUnderWay) {
      if (this.#isAlive && incoming.importId() !== importId) return false
      await this.#erase()
    }
    incoming.begin(importId)
    this.#isUnderWay = true
    this.#opening = undefined
    return true
  }

  async #add({ after, frames, isLast }: ImportPart): Promise<ImportResult> {
    // What a restart has taken from memory is folded again.
    if (after > 0 && (await this.#fold()) !== after) {
      await this.#erase()
      return { kind: 'lost' }
    }
    const records = recordsIn(frames)
    for (let i = 0; i < records.length; i += RECORDS_AT_ONCE) {
      const some = records.slice(i, i + RECORDS_AT_ONCE)
      this.#ports.incoming.log.append(after + i + 1, ...some)
      await this.#fold()
    }
    if (isLast) await this.#adopt()
    return { kind: isLast ? 'imported' : 'more' }
  }

  /** Folds all that has come; the number of the last record. */
  async #fold(): Promise<number> {
    const { incoming, slice, entropy, trouble, wait } = this.#ports
    const { log } = incoming
    const ports = { log, slice, entropy, trouble, snapshots: NO_SNAPSHOTS }
    this.#opening ??= new Opening(ports, (record, state) => this.#check(record, state))
    for (;;) {
      const progress = this.#opening.advance()
      if (progress.kind === 'open') this.#state = progress.loaded.state
      if (progress.kind !== 'more') return this.#opening.seq
      // Lets other calls in.
      await wait(1)
    }
  }

  #check(record: CampaignRecord, state: CampaignState | undefined): void {
    const seq = (state?.seq ?? 0) + 1
    let problem: string | undefined
    try {
      problem = findRecordProblem(record, this.#ports.now(), state)
    } catch (error) {
      throw new UnreadableCampaign(seq, error)
    }
    if (problem !== undefined) throw new UnreadableCampaign(seq, undefined, problem)
  }

  /**
   * The results store here has nothing yet, so a rebuild follows. It counts everything up to now as
   * noticed, so that webhooks are not notified of the past.
   */
  async #adopt(): Promise<void> {
    const { incoming, now, spent, snapshots, trouble, wakeAt } = this.#ports
    const state = this.#state
    if (state === undefined) throw new UnreadableCampaign(undefined, undefined, 'it has no records')
    this.#assertSource(state)
    const { seq } = state
    const base = { at: now(), flushedSeq: seq, spent: spent() }
    const rebuild = encodeRecord({ kind: 'rebuild', ...base, next: { kind: 'keep' } })
    incoming.log.append(seq + 1, rebuild)
    await this.#fold()
    new Snapshots({ snapshots, trouble }).write(state, rebuild)
    incoming.adopt()
    wakeAt(now())
    this.#forget()
  }

  #assertSource(state: CampaignState): void {
    try {
      this.#ports.sources(state.spec)
    } catch (error) {
      throw new UnreadableCampaign(state.seq, error, (error as Error).message)
    }
  }

  get #isAlive(): boolean {
    return this.#lastPartAt + IMPORT_STALL_MS > this.#ports.now()
  }

  async #erase(): Promise<void> {
    await this.#ports.erase()
    this.#ports.wakeAt(undefined)
    this.#forget()
  }

  #forget(): void {
    this.#isUnderWay = false
    this.#opening = undefined
    this.#state = undefined
    this.#lastPartAt = 0
  }
}

const NO_SNAPSHOTS = { replace: () => {}, chunks: () => [] }
