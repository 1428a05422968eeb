import { UNREADABLE_RETRY_MS } from '../core/campaign/codec/read-record.ts'
import { faultMessage } from '../core/campaign/evolve/pace.ts'
import type { CampaignWorld } from './campaign-world.ts'
import type { HeldCampaign } from './held-campaign.ts'
import type { CampaignPlatform } from './platform.ts'

/** Answers a campaign's alarms: ticks, and opens it again when one fails. */
export class TickLoop {
  readonly #world: CampaignWorld
  readonly #held: HeldCampaign
  readonly #platform: Pick<CampaignPlatform, 'now'>
  #isStopped = false

  constructor(world: CampaignWorld, held: HeldCampaign, platform: Pick<CampaignPlatform, 'now'>) {
    this.#world = world
    this.#held = held
    this.#platform = platform
  }

  /** Starts no further tick. */
  stop(): void {
    this.#isStopped = true
    this.#world.alarm.move()
  }

  /**
   * Ticks while fetches are under way, and one tick after the other while that is cheaper than an
   * alarm for each.
   */
  async run(): Promise<void> {
    const { alarm } = this.#world
    const held = this.#held
    while (!this.#isOver || held.fetching.fetches > 0) {
      const starts = this.#isOver ? 0 : alarm.maxStarts(held.fetching)
      const ticking = starts > 0 ? this.#tick(starts) : undefined
      if (held.fetching.fetches === 0) {
        await ticking
        if (!alarm.isWorthWaiting || this.#isOver) return
      }
      await alarm.moved({ orDue: starts > 0 })
    }
  }

  /** The removal sets its own alarm; one that was stopped is due again after a restart. */
  get #isOver(): boolean {
    return this.#isStopped || this.#world.removal.isRemoving
  }

  async #tick(maxStarts: number): Promise<void> {
    const { alarm } = this.#world
    alarm.count('ticks')
    alarm.clear()
    try {
      // Whatever else is read: a campaign that could not write its last record is opened again.
      this.#held.throwFailure()
      const reading = this.#held.read()
      if (reading.kind === 'more') alarm.wakeAt(this.#platform.now())
      else await reading.campaign?.tick(maxStarts)
    } catch (error) {
      if (this.#isOver) return
      this.#world.warn('a tick failed; the campaign is opened again from its log', error)
      this.#reopen(faultMessage(error))
    }
  }

  /** Drops what is in memory: the log is the truth. */
  #reopen(fault: string): void {
    const { now } = this.#platform
    this.#held.drop(fault)
    try {
      if (this.#held.read().kind === 'more') this.#world.alarm.wakeAt(now())
    } catch (error) {
      this.#world.warn('the campaign cannot be opened or cannot continue', error)
      const retryAt = now() + UNREADABLE_RETRY_MS
      this.#world.alarm.wakeAt(retryAt)
      this.#world.markUnreadable(retryAt)
    }
  }
}
