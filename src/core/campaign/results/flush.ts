import type { Batch, Ports } from '../ports.ts'
import { UNREADABLE_RETRY_MS, UnreadableCampaign } from '../codec/unreadable-campaign.ts'
import { summarise } from './campaign-summary.ts'
import { pagesAfter } from './crawled-page.ts'
import type { CampaignState } from '../state/state.ts'

/** So many that wait are sent at once. */
export const RECORDS_A_BATCH = 50
/** One statement's worth of rows, where many wait: their pages have some 600 kB at the very most. */
const MAX_RECORDS_A_BATCH = 200
/** Six queries each, and an invocation may send 50 on the free plan; a call may take two runs. */
const MAX_BATCHES_A_RUN = 3
/** How stale the results may be while a campaign runs. */
export const STALE_MS = 5_000
/** A database that is down is asked again after this long. */
const RETRY_MS = 30_000
/** Between the runs of one that is far behind: no object stays awake for so long, so each is an invocation. */
const NEXT_RUN_MS = 1_000

/** Carries the log to D1, behind the crawl and never in its way. */
export class Flush {
  readonly #state: CampaignState
  readonly #ports: Ports
  #lastAt = 0
  /** After the last run failed: how long to wait. */
  #retryMs: number | undefined
  #underWay: Promise<void> | undefined

  constructor(state: CampaignState, ports: Ports) {
    this.#state = state
    this.#ports = ports
  }

  /** Enough is waiting, or it has waited long enough, or no more will come. */
  isDue(): boolean {
    if (!this.#isBehind()) return false
    if (this.#state.status.status !== 'running' || this.isFarBehind()) return true
    return this.#ports.now() - this.#lastAt >= STALE_MS
  }

  /** More is waiting than comes together while a campaign runs: after an outage, or for a rebuild. */
  isFarBehind(): boolean {
    return this.#state.changedSeq - this.#state.flushedSeq >= RECORDS_A_BATCH
  }

  /** Never rejects. One run at a time: a second caller shares the first's. */
  run(): Promise<void> {
    this.#underWay ??= this.#sendSome().finally(() => (this.#underWay = undefined))
    return this.#underWay
  }

  /** When a campaign must wake to go on with this, whatever else it does. */
  nextRunAt(): number | undefined {
    const isResting = this.#state.status.status !== 'running'
    if (!this.#isBehind() || !(isResting || this.isFarBehind())) return undefined
    const waitMs = this.#retryMs ?? (this.isFarBehind() ? NEXT_RUN_MS : RETRY_MS)
    return this.#ports.now() + waitMs
  }

  /** True when D1 has more than the log says and only a record of its own will say so. */
  mustBeNoted(): boolean {
    const { status, changedSeq, flushedSeq, notedSeq } = this.#state
    return status.status !== 'running' && notedSeq < Math.min(flushedSeq, changedSeq)
  }

  #isBehind(): boolean {
    return this.#state.flushedSeq < this.#state.changedSeq
  }

  async #sendSome(): Promise<void> {
    this.#retryMs = undefined
    try {
      const goal = this.#state.changedSeq
      for (let batch = 0; batch < MAX_BATCHES_A_RUN; batch++) {
        if (this.#state.flushedSeq >= goal) return
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
    const { flushedSeq } = this.#state
    const batch = this.#batchAfter(flushedSeq)
    await this.#ports.results.save(batch)
    // Unless a rebuild has begun meanwhile.
    if (this.#state.flushedSeq === flushedSeq) this.#state.flushedSeq = batch.upTo
  }

  #batchAfter(after: number): Batch {
    const state = this.#state
    const rows = pagesAfter(after, MAX_RECORDS_A_BATCH, state, this.#ports.log)
    return {
      campaign: summarise(state),
      ...rows,
      turningPoints: state.turningPoints.between(after, rows.upTo),
      notifiedUpTo: state.toldSeq,
      rebuilt: after < state.toldSeq ? { after, end: state.seq } : undefined,
    }
  }
}
