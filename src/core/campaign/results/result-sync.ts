import { UNREADABLE_RETRY_MS, UnreadableCampaign } from '../codec/read-record.ts'
import type { Batch, Ports } from '../ports.ts'
import type { CampaignState } from '../state/state.ts'
import { summarise } from './campaign-summary.ts'
import { MAX_SAVES_A_RUN } from '../../limits.ts'
import { pagesAfter } from './crawled-page.ts'

/** A batch is sent as soon as so many records are waiting. */
export const BATCH_RECORDS = 50
/** The most records in a batch after an outage: the rows of one statement, about 600 kB of pages at most. */
const MAX_BATCH_RECORDS = 200
/** How stale the results may be while a campaign runs. */
export const STALE_MS = 5_000
/** The pause after a run that failed. */
const RETRY_MS = 30_000
/** The pause between runs while far behind: too long for an object to stay awake, so each is an invocation. */
const NEXT_RUN_MS = 1_000

/** Copies the log's pages to the results store, behind the crawl and never in its way. */
export class ResultSync {
  readonly #state: CampaignState
  readonly #ports: Ports
  #lastAt = 0
  /** How long to wait after a run that failed. */
  #retryMs: number | undefined
  #underWay: Promise<void> | undefined

  constructor(state: CampaignState, ports: Ports) {
    this.#state = state
    this.#ports = ports
  }

  /** Whether a run is due: enough is waiting, it has waited long enough, or no more will come. */
  isDue(): boolean {
    if (!this.#isBehind()) return false
    if (this.#state.status.status !== 'running' || this.isFarBehind()) return true
    return this.#ports.now() - this.#lastAt >= STALE_MS
  }

  /** Whether more is waiting than accumulates between runs: after an outage, or during a rebuild. */
  isFarBehind(): boolean {
    const { changedSeq, flushedSeq } = this.#state.results
    return changedSeq - flushedSeq >= BATCH_RECORDS
  }

  /** Sends what waits, up to a limit. Never rejects; a second caller shares the run under way. */
  run(): Promise<void> {
    this.#underWay ??= this.#sendSome().finally(() => (this.#underWay = undefined))
    return this.#underWay
  }

  /** When the campaign must wake for the next run, whatever else it does. */
  nextRunAt(): number | undefined {
    const isIdle = this.#state.status.status !== 'running'
    if (!this.#isBehind() || !(isIdle || this.isFarBehind())) return undefined
    const waitMs = this.#retryMs ?? (this.isFarBehind() ? NEXT_RUN_MS : RETRY_MS)
    return this.#ports.now() + waitMs
  }

  /** Whether the results store is ahead of what the log says, and only a `flushed` record will say so. */
  mustBeNoted(): boolean {
    const { status, results } = this.#state
    const { changedSeq, flushedSeq, notedSeq } = results
    return status.status !== 'running' && notedSeq < Math.min(flushedSeq, changedSeq)
  }

  #isBehind(): boolean {
    const { changedSeq, flushedSeq } = this.#state.results
    return flushedSeq < changedSeq
  }

  async #sendSome(): Promise<void> {
    this.#retryMs = undefined
    try {
      const goal = this.#state.results.changedSeq
      for (let batch = 0; batch < MAX_SAVES_A_RUN; batch++) {
        if (this.#state.results.flushedSeq >= goal) return
        await this.#sendBatch()
      }
    } catch (error) {
      this.#retryMs = error instanceof UnreadableCampaign ? UNREADABLE_RETRY_MS : RETRY_MS
      this.#ports.trouble('results could not be saved, they will be sent again', error)
    } finally {
      this.#lastAt = this.#ports.now()
    }
  }

  async #sendBatch(): Promise<void> {
    const { results } = this.#state
    const { flushedSeq } = results
    const batch = this.#batchAfter(flushedSeq)
    await this.#ports.results.save(batch)
    // A rebuild that began meanwhile has reset the position.
    if (results.flushedSeq === flushedSeq) results.flushedSeq = batch.upTo
  }

  #batchAfter(after: number): Batch {
    const state = this.#state
    const rows = pagesAfter(after, MAX_BATCH_RECORDS, state, this.#ports.log)
    return {
      campaign: summarise(state),
      ...rows,
      turningPoints: state.progress.turningPoints.between(after, rows.upTo),
      notifiedUpTo: state.results.rebuiltSeq,
      rebuilt: after < state.results.rebuiltSeq ? { after, end: state.seq } : undefined,
    }
  }
}
