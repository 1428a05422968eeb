import type { Ports } from '../ports.ts'
import { summarise } from './campaign-summary.ts'
import { pagesAfter } from './crawled-page.ts'
import type { CampaignState } from '../state/state.ts'

/** One statement's worth of rows. */
export const RECORDS_A_BATCH = 50
/** How stale the results may be while a campaign runs. */
export const STALE_MS = 5_000
/** A database that is down is asked again after this long. */
const RETRY_MS = 30_000

/** Carries the log to D1, behind the crawl and never in its way. */
export class Flush {
  readonly #state: CampaignState
  readonly #ports: Ports
  /** What the log says of how far D1 has come; the state may know better. */
  #notedSeq: number
  #lastAt = 0
  #underWay: Promise<void> | undefined

  constructor(state: CampaignState, ports: Ports) {
    this.#state = state
    this.#ports = ports
    this.#notedSeq = state.flushedSeq
  }

  /** Enough is waiting, or it has waited long enough, or no more will come. */
  isDue(): boolean {
    if (!this.#isBehind()) return false
    const { status, changedSeq, flushedSeq } = this.#state
    if (status.status !== 'running' || changedSeq - flushedSeq >= RECORDS_A_BATCH) return true
    return this.#ports.now() - this.#lastAt >= STALE_MS
  }

  /** Never rejects. One run at a time: a second caller shares the first's. */
  run(): Promise<void> {
    this.#underWay ??= this.#sendAll().finally(() => (this.#underWay = undefined))
    return this.#underWay
  }

  /** When an ended or resting campaign must wake to try again. */
  retryAt(): number | undefined {
    return this.#isBehind() ? this.#ports.now() + RETRY_MS : undefined
  }

  /** True when D1 has everything and only a record of its own will say so. */
  mustBeNoted(): boolean {
    const { status, changedSeq } = this.#state
    return status.status !== 'running' && !this.#isBehind() && this.#notedSeq < changedSeq
  }

  noted(flushedSeq: number): void {
    this.#notedSeq = flushedSeq
  }

  #isBehind(): boolean {
    return this.#state.flushedSeq < this.#state.changedSeq
  }

  async #sendAll(): Promise<void> {
    try {
      const goal = this.#state.changedSeq
      while (this.#state.flushedSeq < goal) await this.#sendBatch()
    } catch (error) {
      this.#ports.trouble('results could not be saved, they will be sent again', error)
    } finally {
      this.#lastAt = this.#ports.now()
    }
  }

  async #sendBatch(): Promise<void> {
    const { flushedSeq, turningPoints } = this.#state
    const batch = pagesAfter(flushedSeq, RECORDS_A_BATCH, this.#state, this.#ports.log)
    await this.#ports.projection.save({
      campaign: summarise(this.#state),
      ...batch,
      turningPoints: turningPoints.between(flushedSeq, batch.upTo),
    })
    this.#state.flushedSeq = batch.upTo
  }
}
